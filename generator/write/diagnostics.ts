import { createErrors } from "../support/errors.js";

/**
 * Diagnostics about the output folder: MCP30x for the folder itself, MCP31x for
 * files in it.
 */
export const writeError = createErrors({
  MCP300: {
    title: "Output is a file",
    cause: "The output path must be a folder, but a file exists there.",
    fix: "Move the file away, or choose another folder.",
  },
  MCP301: {
    title: "Link leads out of the output folder",
    cause: "mcp-codegen never writes outside of the output folder.",
    fix: "Remove the link, or choose another folder.",
  },
  MCP302: {
    title: "Broken manifest",
    cause: "The manifest lists the generated files, and it could not be read.",
    fix: "Restore it from version control, or pass --force to generate as if it were absent.",
  },
  MCP303: {
    title: "File system error",
    cause: "The operating system refused to read or write a file.",
    fix: "Nothing was changed. Fix the cause or choose another folder, and run the command again.",
  },
  MCP304: {
    title: "Output was written by a newer version",
    cause: "This older version would undo changes of the newer one.",
    fix: "Use the newer version, or pass --force to overwrite its output.",
  },
  MCP305: {
    title: "Output folder is not empty",
    cause: "The folder contains files that mcp-codegen did not write.",
    fix: "Choose an empty folder, or pass --force to write into this one.",
  },
  MCP310: {
    title: "File was edited by hand",
    cause: "The hash of the file differs from the hash in the manifest.",
    fix: "Move your change to another file, or pass --force to overwrite it.",
  },
  MCP311: {
    title: "File was not generated",
    cause:
      "The manifest does not list the file, and its text differs from the output.",
    fix: "Move the file away, or pass --force to overwrite it.",
  },
});
