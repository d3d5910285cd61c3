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
      "One folder contains several configurations of mcp-codegen, for example the file mcp-codegen.config.ts and the key `mcp-codegen` in package.json.",
    fix: "Delete all configurations except one, or select one of them with --config.",
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
      "The configuration of mcp-codegen contains an unknown member, or a member with a value that is not allowed.",
    fix: "Correct the member at the line shown; docs/configuration.md lists all members.",
  },
  MCP054: {
    title: "Capability is configured for an unknown method",
    cause:
      "Each key of `capabilities` in the configuration must be the name of a method, such as `acme/list`, that the schema declares.",
    fix: "Correct the name of the method in `capabilities` of the configuration or in the option `--capability`, or remove the entry of the method.",
  },
});
