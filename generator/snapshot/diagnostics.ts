import { createErrors } from "../support/errors.js";

/**
 * Diagnostics about snapshots, which are in files that `mcp-codegen types`
 * wrote.
 */
export const snapshotError = createErrors({
  MCP660: {
    title: "File has no snapshot that can be used",
    cause:
      "The file cannot be read, or contains no valid snapshot. `mcp-codegen types` writes a snapshot as JSON between two comment lines.",
    fix: "Pass the path of a file that `mcp-codegen types` wrote, or write the file again with `mcp-codegen types --from SERVER --out FILE`. If a newer version of mcp-codegen wrote the file, update mcp-codegen.",
  },
  MCP661: {
    title: "Snapshot was edited by hand",
    cause:
      "In the snapshot, the definition of a tool, prompt or resource does not match the hash that the snapshot contains for the definition.",
    fix: "Restore the file from version control, or run `mcp-codegen check FILE --update` to replace the snapshot by the current definitions of the server.",
  },
  MCP663: {
    title: "Environment variable for a server is not set",
    cause:
      "The address of the server contains environment variables that are not set. `mcp-codegen types` writes variables instead of values that can be secrets, such as tokens.",
    fix: "Set the variables that the message names before you run the command, or pass their values with --env NAME=VALUE.",
  },
});
