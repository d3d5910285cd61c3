import { errorsOf } from "../support/errors.js";

/** Obstacles in the output folder. MCP30x the folder, 31x files in it. */
export const writeError = errorsOf({
  MCP300: {
    title: "Output is a file",
    cause: "The output goes into a folder.",
    fix: "Move the file away, or choose another folder.",
  },
  MCP301: {
    title: "Link out of the output folder",
    cause: "Nothing outside of the output folder is ever written.",
    fix: "Remove the link, or choose another folder.",
  },
  MCP302: {
    title: "Broken manifest",
    cause: "The manifest says which files were generated.",
    fix: "Restore it from version control, or pass --force to generate as if it were absent.",
  },
  MCP303: {
    title: "Disk failure",
    cause: "The file system refuses.",
    fix: "Nothing was changed. Mend it, or choose another folder, and run again.",
  },
  MCP304: {
    title: "Written by a newer generator",
    cause: "An older one would take back what has changed since.",
    fix: "Use that version or a later one, or pass --force to overwrite its output.",
  },
  MCP305: {
    title: "Folder of somebody else's",
    cause: "Generated files would stand among those of a person.",
    fix: "Choose a folder for the output alone, or pass --force to write into this one.",
  },
  MCP310: {
    title: "File was edited by hand",
    cause: "Its text is not what the manifest says was generated.",
    fix: "Move the change elsewhere, or pass --force to overwrite it.",
  },
  MCP311: {
    title: "File is not ours",
    cause:
      "The manifest does not name it, and its text differs from the output.",
    fix: "Move it away, or pass --force to overwrite it.",
  },
});
