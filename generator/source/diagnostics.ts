import { errorsOf } from "../support/errors.js";

/**
 * Mistakes about where a schema comes from. MCP00x which schema, MCP01x the
 * file itself.
 */
export const sourceError = errorsOf({
  MCP001: {
    title: "Unknown revision",
    cause: "This version of mcp-codegen bundles other revisions.",
    fix: 'Pass one of these, or "latest".',
  },
  MCP002: {
    title: "No schema, or two",
    cause: "Bindings are generated from revisions or from one schema file.",
    fix: "Pass either --rev R (2025-06-18, latest, all, ...) or --schema FILE, or name one in mcp-codegen.config.ts, which is for generating.",
  },
  MCP005: {
    title: "Unknown extension",
    cause: "This version of mcp-codegen bundles other extensions.",
    fix: "Pass one of these, or the path of an extension's schema.ts.",
  },
  MCP010: {
    title: "No such schema file",
    cause: "The path leads to nothing.",
    fix: "Pass the path of an MCP schema.ts.",
  },
  MCP011: {
    title: "Unreadable schema file",
    cause: "The system refuses to read it.",
    fix: "Pass the path of an MCP schema.ts that you can read.",
  },
  MCP012: {
    title: "Not a schema file",
    cause: "A schema.ts is UTF-8 text.",
    fix: "Check the path, and that the download or checkout is complete.",
  },
  MCP013: {
    title: "Schema file is too large",
    cause: "The protocol's own schema.ts is under 100,000 bytes.",
    fix: "Pass the path of an MCP schema.ts.",
  },
});
