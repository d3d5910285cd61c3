import { createErrors } from "../support/errors.js";

/**
 * Diagnostics about snapshots, which are in files that `mcp-codegen types`
 * wrote.
 */
export const snapshotError = createErrors({
  MCP660: {
    title: "File has no snapshot of a server",
    cause:
      "`mcp-codegen types` writes a snapshot as JSON between two comment lines. The file does not contain both comment lines, or the text between the two lines is not a snapshot.",
    fix: "Pass a file that `mcp-codegen types` wrote, or write the file again with `mcp-codegen types --from SERVER --out FILE`.",
  },
  MCP661: {
    title: "Snapshot was edited by hand",
    cause:
      "The snapshot contains the definition of each tool, prompt and resource, and a hash of each definition. One definition does not match its hash.",
    fix: "Restore the file from version control, or run `mcp-codegen check FILE --update` to replace the snapshot by the current definitions of the server.",
  },
  MCP662: {
    title: "Snapshot was written by a newer version of mcp-codegen",
    cause: "This version of mcp-codegen does not know the snapshot's format.",
    fix: "Update mcp-codegen, or write the file again with `mcp-codegen types`.",
  },
  MCP663: {
    title: "Environment variable for a server is not set",
    cause:
      "Instead of a value that can be a secret, such as a token, a snapshot contains the name of an environment variable. One of the environment variables that the snapshot names is not set.",
    fix: "Set the variable before you run the command, or pass the value with --env NAME=VALUE.",
  },
  MCP664: {
    title: "Values of the server's address were not written",
    cause:
      "The values of headers, environment variables and query parameters can be secrets, and the file with the snapshot is usually committed. Therefore, the snapshot contains names of environment variables instead of these values.",
    fix: "Set the variables that the message names before you run `mcp-codegen check`.",
  },
  MCP665: {
    title: "No server to check",
    cause:
      "The command line of `mcp-codegen check` names no file, and `servers` in the configuration is missing or empty.",
    fix: "Pass a file that `mcp-codegen types` wrote, or add `servers` to the configuration.",
  },
});
