import { createErrors } from "../support/errors.js";

/**
 * Diagnostics of `new`: MCP60x for the project folder, MCP61x for the manifest,
 * MCP62x for a server that is asked for its listing.
 */
export const newError = createErrors({
  MCP600: {
    title: "Folder is not empty",
    cause:
      "A new project needs an empty folder. Only a README, a licence and files whose names start with a dot may be present.",
    fix: "Pass another folder. To regenerate an existing project, add `--update`.",
  },
  MCP601: {
    title: "Not a project",
    cause:
      "`--update` and `--check` need a project that `mcp-codegen new` wrote.",
    fix: "Pass the folder that contains src/generated/, or create a project with `mcp-codegen new server DIR`.",
  },
  MCP602: {
    title: "Invalid project name",
    cause:
      "The package and the server get this name. It has letters, digits, dots, dashes and underscores, and starts with a letter or a digit.",
    fix: "Pass another name with `--name`.",
  },
  MCP603: {
    title: "A bundle needs a stdio server",
    cause: "A host starts the program of a bundle and talks to it over stdio.",
    fix: "Pass `--transport stdio` or `--transport both`, or leave out `--with bundle`.",
  },
  MCP604: {
    title: "`--auth oauth` needs HTTP",
    cause:
      "OAuth works over HTTP only. A stdio server receives its credentials from the host through environment variables.",
    fix: "Pass `--transport http` or `--transport both`, or leave out `--auth oauth`.",
  },
  MCP605: {
    title: "`--shared redis` needs HTTP",
    cause:
      "Over stdio each client has its own server process, so processes share no state.",
    fix: "Pass `--transport http` or `--transport both`, or leave out `--shared redis`.",
  },
  MCP610: {
    title: "Manifest cannot be read",
    cause: "A manifest is a JSON or YAML file with MCP tool definitions.",
    fix: "Pass a readable file, for example with the result of tools/list.",
  },
  MCP611: {
    title: "Manifest is neither JSON nor YAML",
    cause: "The text has a syntax error.",
    fix: "Fix the text at the position shown.",
  },
  MCP612: {
    title: "Manifest is not a list of tools",
    cause:
      "A manifest is an array of tool definitions, or an object with such an array in `tools`. Each definition has a `name` and an `inputSchema`.",
    fix: "Write the manifest in the form of a tools/list result.",
  },
  MCP613: {
    title: "Duplicate name or URI",
    cause: "Tools and prompts are identified by name, resources by URI.",
    fix: "Rename one of the two entries, or remove one.",
  },
  MCP614: {
    title: "Invalid tool name",
    cause:
      "A tool name has 1 to 128 letters, digits, underscores, dashes and dots. The names `.` and `..` are paths and not allowed.",
    fix: "Rename the tool.",
  },
  MCP615: {
    title: "Schema cannot be used",
    cause:
      'inputSchema must be a JSON Schema (2020-12 or draft-07) with type "object". References must stay within the schema: none is fetched.',
    fix: "Fix the schema at the position shown. Move referenced schemas into its $defs.",
  },
  MCP616: {
    title: "Too many entries",
    cause: "Each entry becomes a file, and a server loads all of them.",
    fix: "Remove the entries that you do not need.",
  },
  MCP617: {
    title: "Type is wider than the schema",
    cause:
      "TypeScript has no type for this part. At run time values are still checked against the whole schema.",
    fix: "No action is needed.",
  },
  MCP618: {
    title: "Part of the listing was left out",
    cause:
      "The newest revision of the project does not have this part, or has it in another form.",
    fix: "No action is needed. Another revision (`--rev`) may have the part.",
  },
  MCP619: {
    title: "Handler without a tool",
    cause:
      "The manifest no longer contains the tool. The handler's file is kept.",
    fix: "Delete the file if you do not need it.",
  },
  MCP620: {
    title: "No answer from the server",
    cause: "`--from` connects to the server and reads all of its lists.",
    fix: "Run the command, or open the URL, by hand to see the problem. Then pass the same command or URL.",
  },
  MCP621: {
    title: "Server requires authentication",
    cause:
      "The server rejected the request because it had no valid credentials.",
    fix: "Pass the credentials with `--header 'Authorization: Bearer …'`.",
  },
  MCP622: {
    title: "Server sent an invalid answer",
    cause: "The answer does not match the protocol.",
    fix: "Fix the server. Record its messages and check them with `mcp-codegen validate FILE`.",
  },
  MCP623: {
    title: "No revision in common",
    cause:
      "The server supports none of the revisions that you chose, so the project could not connect to it.",
    fix: "Add a revision that the server supports to `--rev`, or leave out `--rev` for all dated revisions.",
  },
  MCP625: {
    title: "Some model providers reject these tools",
    cause:
      "Model providers have stricter rules for tool names and schema keywords than the protocol.",
    fix: "Run `mcp-codegen lint-tools` on the manifest to list each finding with its position.",
  },
  MCP624: {
    title: "Value was not written to mcp.json",
    cause:
      "Values of `--env`, `--inherit-env` and `--header` may be secrets, and mcp.json is committed with the project.",
    fix: "Set the variables before `npm start`. List further variables of the server under `env` in mcp.json.",
  },
});
