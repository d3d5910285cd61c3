import { createErrors } from "../support/errors.js";

/**
 * Diagnostics about the source of a schema: MCP00x for the choice of a schema,
 * MCP01x for the file.
 */
export const sourceError = createErrors({
  MCP001: {
    title: "Unknown revision",
    cause:
      "This version of mcp-codegen does not bundle a revision with the given name.",
    fix: 'Pass one of the revisions that the message lists, or "latest".',
  },
  MCP002: {
    title: "No schema, or more than one kind of schema",
    cause:
      "The options select neither a revision nor a schema file, or they select both. mcp-codegen generates bindings either from revisions of MCP or from one schema file.",
    fix: "Pass either --rev R (2025-06-18, latest, all, ...) or --schema FILE. For the command `generate`, mcp-codegen.config.ts can contain `rev` instead of --rev, or `schema` instead of --schema.",
  },
  MCP005: {
    title: "Unknown extension",
    cause:
      "This version of mcp-codegen does not bundle an extension with the given name.",
    fix: "Pass one of the extensions that the message lists, or the path of an extension's schema.ts.",
  },
  MCP010: {
    title: "Schema file does not exist",
    cause: "No file exists at the given path.",
    fix: "Pass the path of an MCP schema.ts.",
  },
  MCP011: {
    title: "Unreadable schema file",
    cause: "The operating system denied reading the schema file.",
    fix: "Change the permissions of the schema file so that you can read it, or pass the path of another schema.ts.",
  },
  MCP012: {
    title: "Schema file is not text",
    cause:
      "A schema.ts is UTF-8 text, but the file contains bytes that are not UTF-8.",
    fix: "Check the path of the schema file. If the path is correct, download or check out the file again.",
  },
  MCP013: {
    title: "Schema file is too large",
    cause:
      "The given file is too large to be a schema: the protocol's own schema.ts is under 100,000 bytes.",
    fix: "Pass the path of an MCP schema.ts.",
  },
});
