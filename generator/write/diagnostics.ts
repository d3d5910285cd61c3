import { createErrors } from "../support/errors.js";

/**
 * Diagnostics about the output folder: MCP30x for the folder itself, MCP31x for
 * files in it.
 */
export const writeError = createErrors({
  MCP300: {
    title: "Output path is a file",
    cause:
      "The output path must be the path of a folder, but a file exists at this path.",
    fix: "Move the file at the output path away, or choose another output folder.",
  },
  MCP301: {
    title: "Symbolic link leads out of the output folder",
    cause:
      "A symbolic link in the output folder leads to a path outside the output folder. mcp-codegen does not write a file outside the output folder.",
    fix: "Remove the symbolic link, or choose another output folder.",
  },
  MCP302: {
    title: "Manifest of the output cannot be read",
    cause:
      "The manifest .mcp-codegen.json in the output folder, which lists the generated files, is damaged or cannot be read.",
    fix: "Restore the manifest from version control, or pass --force to ignore the manifest and write a new one.",
  },
  MCP303: {
    title: "File system error",
    cause: "The operating system refused to read or write a file.",
    fix: "Fix the problem that the message names, and run the command again. Nothing was changed.",
  },
  MCP304: {
    title: "Output was written by a newer version of mcp-codegen",
    cause:
      "A newer version of mcp-codegen wrote the output. The version that you run would undo its changes.",
    fix: "Use the newer version of mcp-codegen, or pass --force to overwrite the output with this version.",
  },
  MCP305: {
    title: "Output folder is not empty",
    cause:
      "The output folder contains files that mcp-codegen did not write, or the manifest .mcp-codegen.json of the output folder is missing.",
    fix: "Choose an empty folder, or pass --force to write into a folder that contains other files.",
  },
  MCP306: {
    title: "Paths of generated modules would change",
    cause:
      "The output folder contains the output for one revision, and the command writes the output for several revisions, or the reverse. The output for several revisions has a subfolder for each revision, so your imports would fail.",
    fix: "Pass --out with another folder, or pass --force to replace the output.",
  },
  MCP310: {
    title: "Generated file was edited by hand",
    cause:
      "The content of the generated file does not match the file's hash in the manifest .mcp-codegen.json.",
    fix: "Move your changes to another file, or pass --force to overwrite the generated file.",
  },
  MCP311: {
    title: "Existing file was not generated",
    cause:
      "A file exists at a path that mcp-codegen would write. The manifest does not list the existing file, and its content differs from the generated content.",
    fix: "Move the existing file away. For generated bindings, you can also pass --force to overwrite the file.",
  },
  MCP312: {
    title: "Files are not part of the output",
    cause:
      "The output folder contains files that mcp-codegen did not generate: TypeScript files, or files of any type in the subfolder runtime/. The option `--check` fails while the output folder contains such files.",
    fix: "Pass --prune to delete the files, or add the files to `keep` in the configuration.",
  },
});
