import { createErrors } from "../support/errors.js";

/** Errors in configuration files. */
export const configError = createErrors({
  MCP050: {
    title: "Configuration file not found",
    cause: "The configuration file does not exist or cannot be read.",
    fix: "Correct the path passed with --config, or remove --config to use the configuration of the project.",
  },
  MCP051: {
    title: "Several configuration files",
    cause:
      "One folder contains several configurations, for example mcp-codegen.config.ts and a key `mcp-codegen` in package.json.",
    fix: "Delete all but one configuration, or select one with --config.",
  },
  MCP052: {
    title: "Configuration file cannot be loaded",
    cause:
      "The configuration file is not valid TypeScript, JavaScript or JSON.",
    fix: "Correct the configuration file at the line shown.",
  },
  MCP053: {
    title: "Invalid configuration",
    cause:
      "A member of the configuration is unknown, or its value is not allowed.",
    fix: "Correct the member at the line shown; docs/configuration.md lists all members.",
  },
  MCP054: {
    title: "Capability is configured for an unknown method",
    cause:
      "Each key of `capabilities` must be a method that the schema declares, such as `acme/list`.",
    fix: "Correct the name of the method in the configuration's `capabilities` or in `--capability`, or remove its entry.",
  },
});
