import { createErrors } from "../support/errors.js";

/**
 * Diagnostics of `new`: MCP60x for the project folder, MCP61x for the manifest,
 * MCP62x for reading the listing of a running server.
 */
export const newError = createErrors({
  MCP600: {
    title: "Project folder is not empty",
    cause:
      "A new project needs an empty folder. Only a README, a licence and files whose names start with a dot may be present.",
    fix: "Pass another folder. To regenerate an existing project, add `--update`.",
  },
  MCP601: {
    title: "Folder does not contain a project",
    cause:
      "`--update` and `--check` need a project that `mcp-codegen new` wrote.",
    fix: "Pass the folder that contains src/generated/, or create a project with `mcp-codegen new server DIR`.",
  },
  MCP602: {
    title: "Invalid project name",
    cause:
      "The package and the server get the name of the project. The name has letters, digits, dots, dashes and underscores, and starts with a letter or a digit.",
    fix: "Pass another name with `--name`.",
  },
  MCP603: {
    title: "MCP bundle needs a stdio server",
    cause:
      "A host starts the program in an MCP bundle and exchanges messages with it over stdio.",
    fix: "Pass `--transports stdio` or `--transports stdio,http,sse`, or leave out `--with bundle`.",
  },
  MCP604: {
    title: "`--auth oauth` needs HTTP",
    cause:
      "OAuth works over HTTP only. A stdio server receives its credentials from the host through environment variables.",
    fix: "Pass `--transports http,sse` or `--transports stdio,http,sse`, or leave out `--auth oauth`.",
  },
  MCP605: {
    title: "`--shared redis` needs HTTP",
    cause:
      "Over stdio each client has its own server process, so processes share no state.",
    fix: "Pass `--transports http,sse` or `--transports stdio,http,sse`, or leave out `--shared redis`.",
  },
  MCP606: {
    title: "Server has no transport",
    cause:
      "The program of a server serves over stdio or over HTTP. The transport `memory` is for tests, which have it in every project.",
    fix: "Pass `--transports stdio`, `--transports http,sse` or `--transports stdio,http,sse`.",
  },
  MCP610: {
    title: "Tool manifest cannot be read",
    cause:
      "The path does not lead to a readable file. A manifest is a JSON or YAML file with MCP tool definitions.",
    fix: "Pass a readable file, for example with the result of tools/list.",
  },
  MCP611: {
    title: "Tool manifest is neither JSON nor YAML",
    cause: "The text of the manifest has a syntax error.",
    fix: "Fix the manifest at the position shown.",
  },
  MCP612: {
    title: "Tool manifest is not a list of tools",
    cause:
      "A manifest is an array of tool definitions, or an object with such an array in `tools`. Each definition has a `name` and an `inputSchema`.",
    fix: "Write the manifest in the form of a tools/list result.",
  },
  MCP613: {
    title: "Two entries have the same name or URI",
    cause: "Tools and prompts are identified by name, resources by URI.",
    fix: "Rename one of the two entries, or remove one of them.",
  },
  MCP614: {
    title: "Invalid tool name",
    cause:
      "A tool name has 1 to 128 letters, digits, underscores, dashes and dots. The names `.` and `..` are paths and not allowed.",
    fix: "Rename the tool.",
  },
  MCP615: {
    title: "Tool schema cannot be used",
    cause:
      'inputSchema must be a JSON Schema (2020-12 or draft-07) with type "object". References must stay within the schema, because mcp-codegen fetches no schemas.',
    fix: "Fix the schema at the position shown. Move referenced schemas into $defs of the schema.",
  },
  MCP616: {
    title: "Too many tools, prompts or resources",
    cause:
      "Each tool, prompt or resource becomes a file of the project, and the server loads all files.",
    fix: "Remove the entries that you do not need.",
  },
  MCP617: {
    title: "Generated type is wider than the schema",
    cause:
      "TypeScript cannot express this part of the schema. At run time, values are still validated against the whole schema.",
    fix: "No action is needed.",
  },
  MCP618: {
    title: "Part of the server's lists was left out",
    cause:
      "The newest revision of the project does not support this tool, prompt, resource or member, or has it in another form.",
    fix: "No action is needed. Another revision (`--rev`) may support the tool, prompt, resource or member.",
  },
  MCP619: {
    title: "Handler file without a tool",
    cause:
      "The manifest no longer contains the tool of the handler. The file of the handler is kept.",
    fix: "Delete the file of the handler if you do not need it.",
  },
  MCP620: {
    title: "No answer from the server",
    cause:
      "The server at `--from` did not answer, so its lists could not be read.",
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
    cause: "An answer of the server does not match the protocol.",
    fix: "Fix the server. Record its messages and check them with `mcp-codegen validate FILE`.",
  },
  MCP623: {
    title: "Project and server have no revision in common",
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
    title: "Value of an option was not written to mcp.json",
    cause:
      "Values of `--env`, `--inherit-env` and `--header` may be secrets, and mcp.json is committed with the project.",
    fix: "Set the variables before `npm start`. List further variables of the server under `env` in mcp.json.",
  },
});
