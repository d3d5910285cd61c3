import { createErrors } from "../support/errors.js";

/** Errors in configuration files. */
export const configError = createErrors({
  MCP050: {
    title: "Configuration file not found",
    cause: "The file does not exist or cannot be read.",
    fix: "Correct the path passed with --config, or remove --config to use the configuration of the project.",
  },
  MCP051: {
    title: "Several configuration files",
    cause: "One folder contains several configurations.",
    fix: "Delete all but one of them, or select one with --config.",
  },
  MCP052: {
    title: "Configuration cannot be loaded",
    cause: "The file is not valid TypeScript, JavaScript or JSON.",
    fix: "Correct the file at the line shown.",
  },
  MCP053: {
    title: "Invalid configuration",
    cause: "A member is unknown, or its value is not allowed.",
    fix: "Correct the member at the line shown; docs/configuration.md lists all members.",
  },
});
