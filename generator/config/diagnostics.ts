import { errorsOf } from "../support/errors.js";

/** Mistakes in a configuration file. */
export const configError = errorsOf({
  MCP050: {
    title: "No such configuration",
    cause: "The path leads to nothing that can be read.",
    fix: "Pass the path of a configuration with --config, or leave it out.",
  },
  MCP051: {
    title: "Two configurations",
    cause: "One folder has several, and none says which one counts.",
    fix: "Keep one of them, or name it with --config.",
  },
  MCP052: {
    title: "Broken configuration",
    cause: "The file can not be read as what its name says.",
    fix: "Mend it at the place shown; docs/configuration.md has examples.",
  },
  MCP053: {
    title: "Wrong configuration",
    cause:
      "The configuration has a member that is not known, or of another type.",
    fix: "Mend it at the place shown; docs/configuration.md lists the members.",
  },
});
