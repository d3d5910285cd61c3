import { createErrors } from "../support/errors.js";

/** Diagnostics of snapshots: files that `mcp-codegen types` wrote. */
export const snapshotError = createErrors({
  MCP660: {
    title: "File has no snapshot of a server",
    cause:
      "`mcp-codegen types` writes a snapshot as JSON between two comment lines. The file does not contain both lines, or the text between them is not a snapshot.",
    fix: "Pass a file that `mcp-codegen types` wrote, or write it again with `mcp-codegen types --from SERVER --out FILE`.",
  },
  MCP661: {
    title: "Snapshot was edited by hand",
    cause: "The hash of an entry differs from the hash in the snapshot.",
    fix: "Restore the file from version control, or run `mcp-codegen check FILE --update` to write the current entries of the server.",
  },
  MCP662: {
    title: "Snapshot was written by a newer version of mcp-codegen",
    cause: "This version of mcp-codegen does not know the snapshot's format.",
    fix: "Update mcp-codegen, or write the file again with `mcp-codegen types`.",
  },
  MCP663: {
    title: "Environment variable for a server is not set",
    cause:
      "A snapshot contains the names of variables instead of values that can be secrets.",
    fix: "Set the variable before you run the command, or pass the value with --env NAME=VALUE.",
  },
  MCP664: {
    title: "Values of the server's address were not written",
    cause:
      "Headers, environment variables and query parameters can be secrets, and the file is committed with the project.",
    fix: "Set the variables that the message names before you run `mcp-codegen check`.",
  },
  MCP665: {
    title: "No server to check",
    cause:
      "No file was given, and the configuration lists no servers in `servers`.",
    fix: "Pass a file that `mcp-codegen types` wrote, or add `servers` to the configuration.",
  },
});
