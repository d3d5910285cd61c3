import { createErrors } from "../support/errors.js";

/**
 * Diagnostics of `new`: MCP60x for the project folder, MCP61x for the tools file,
 * MCP62x for reading the listing of a running server, MCP63x for configuration
 * files of desktop programs.
 */
export const newError = createErrors({
  MCP600: {
    title: "Project folder is not empty",
    cause:
      "The folder for the new project is not empty. The folder may contain only a README, a licence, and files whose names start with a dot.",
    fix: "Pass an empty folder. To regenerate an existing project, add `--update`.",
  },
  MCP601: {
    title: "Folder does not contain a project",
    cause:
      "The folder contains no project that `mcp-codegen new` wrote. `--update` and `--check` need such a project.",
    fix: "Pass the folder that contains src/generated/, or create a project with `mcp-codegen new server DIR`.",
  },
  MCP602: {
    title: "Invalid project name",
    cause:
      "The project name is not valid as the name of an npm package and of a server. A project name must start with a letter or a digit, and may contain only letters, digits, dots, dashes and underscores.",
    fix: "Pass a valid name with `--name`, such as `--name weather`.",
  },
  MCP603: {
    title: "`--with bundle` needs a stdio server",
    cause:
      "`--with bundle` is set, but the server has no transport `stdio`. A host exchanges messages with the program in an MCP bundle over stdio.",
    fix: "Pass `--transports stdio` or `--transports stdio,http,sse`, or leave out `--with bundle`.",
  },
  MCP604: {
    title: "`--auth oauth` needs HTTP",
    cause:
      "`--auth oauth` is set, but the server has no HTTP transport. A stdio server does not use OAuth, because it receives its credentials from the host through environment variables.",
    fix: "Pass `--transports http,sse` or `--transports stdio,http,sse`, or leave out `--auth oauth`.",
  },
  MCP605: {
    title: "`--shared redis` needs HTTP",
    cause:
      "`--shared redis` is set, but the server has no HTTP transport. Over stdio, each client has a separate server process, so server processes do not share state in Redis.",
    fix: "Pass `--transports http,sse` or `--transports stdio,http,sse`, or leave out `--shared redis`.",
  },
  MCP606: {
    title: "Server project has no transport",
    cause:
      "`--transports` names none of `stdio`, `http` and `sse`. A server project needs one of these three, because only the tests of the project use the transport `memory`.",
    fix: "Pass `--transports stdio`, `--transports http,sse` or `--transports stdio,http,sse`.",
  },
  MCP607: {
    title: "Folder of skills cannot be used",
    cause:
      "A folder that is passed to `--skills` or `mcp-codegen lint-tools` must contain one folder for each skill, and the folder of a skill must contain the file SKILL.md.",
    fix: "Pass the folder that contains the folders of the skills.",
  },
  MCP610: {
    title: "Tools file cannot be read",
    cause:
      "No readable file exists at the given path. A tools file is a JSON or YAML file with MCP tool definitions.",
    fix: "Pass a readable tools file, for example a saved result of tools/list. For `mcp-codegen lint-tools`, you can also pass a folder of skills.",
  },
  MCP611: {
    title: "Tools file is neither JSON nor YAML",
    cause: "The text of the tools file has a syntax error.",
    fix: "Fix the syntax error in the tools file at the position shown.",
  },
  MCP612: {
    title: "Tools file does not contain a list of tools",
    cause:
      "A tools file must contain an array of tool definitions, or an object with such an array in `tools`. Each tool definition must have a `name` and an `inputSchema`.",
    fix: 'Write the tools file like a result of tools/list: { "tools": [{ "name": "…", "inputSchema": { … } }] }.',
  },
  MCP613: {
    title: "Two entries of the tools file have the same name or URI",
    cause:
      "Two tools or two prompts of the tools file have the same name, or two resources have the same URI. Clients could not distinguish the two entries.",
    fix: "Rename or remove one of the two entries in the tools file.",
  },
  MCP614: {
    title: "Invalid tool name",
    cause:
      "A tool name must have 1 to 128 characters, and only letters, digits, underscores, dashes and dots. The names `.` and `..` are not allowed, because they are paths.",
    fix: "Rename the tool in the tools file, for example to get_weather.",
  },
  MCP615: {
    title: "Tool schema cannot be used",
    cause:
      'inputSchema must be a JSON Schema (2020-12 or draft-07) with type "object". A reference (`$ref`) must refer to a part of the same schema, because mcp-codegen does not load other schemas.',
    fix: "Fix the tool's schema at the position shown. If the tool's schema refers to another schema, copy the other schema into `$defs` of the tool's schema.",
  },
  MCP616: {
    title: "Too many tools, prompts or resources",
    cause:
      "The tools file or the server has more tools, prompts or resources than the maximum in the message. The project would have one file for each of them, so the generated server would start slowly.",
    fix: "Remove entries that you do not need from the tools file.",
  },
  MCP617: {
    title: "Generated type is wider than the schema",
    cause:
      "TypeScript types cannot express a part of the schema, so the generated type allows values that the schema does not allow. At run time, values are validated against the whole schema.",
    fix: "No action is needed, because invalid values are rejected at run time.",
  },
  MCP618: {
    title: "Entry or member of a server's list was left out",
    cause:
      "A list in the tools file or of the server, such as the list of tools, has an entry or member that the newest MCP revision of the project does not define, or defines differently.",
    fix: "If you need the entry or member, select a revision that supports it with `--rev`. Otherwise, no action is needed.",
  },
  MCP619: {
    title: "Handler file without a tool",
    cause:
      "The tools file no longer contains the tool for which the handler file was written. mcp-codegen does not delete the handler file, because you may have edited it.",
    fix: 'If you renamed the tool, move your code to the handler file of the new name, and write the new name in `ToolHandler<"…">`. Otherwise, delete the handler file if you do not need it. Remove the tests that call the removed tool, for example from `test/server.test.ts`.',
  },
  MCP620: {
    title: "No answer from the server",
    cause:
      "The server that `--from` names did not answer, so mcp-codegen could not read the server's tools, prompts and resources.",
    fix: "Start the server by hand to see why it does not answer. Then run mcp-codegen again with a command or URL that works.",
  },
  MCP621: {
    title: "Server requires authentication",
    cause:
      "The server rejected the request of mcp-codegen, because the request contained no valid credentials.",
    fix: "Pass the credentials with `--header 'Authorization: Bearer …'`. If the server uses OAuth, you can also run the command in a terminal and sign in.",
  },
  MCP622: {
    title: "Server sent an invalid response",
    cause:
      "The server sent a response that is invalid according to the MCP specification.",
    fix: "Fix the server. To find the error, record the server's messages and run `mcp-codegen validate FILE`.",
  },
  MCP623: {
    title: "Project and server have no revision in common",
    cause:
      "The server supports none of the MCP revisions that `--rev` selects, so the project's client could not connect to the server.",
    fix: "Add a revision that the server supports to `--rev`, or leave out `--rev` for all dated revisions.",
  },
  MCP625: {
    title: "`lint-tools` finds problems in tools of the project",
    cause:
      "MCP allows the tools, but a tool or an argument has no description, or some model providers reject a name or a schema keyword of a tool.",
    fix: "Run `mcp-codegen lint-tools` on the tools file to list each finding with its position.",
  },
  MCP626: {
    title: "Tool, prompt or resource is too large",
    cause:
      "The schema of a tool, prompt or resource is very large or deeply nested. mcp-codegen cannot generate code for such a schema, or would need too much time.",
    fix: "Simplify the schema of the tool, prompt or resource: for example, replace a nested schema by `{ type: object }`.",
  },
  MCP624: {
    title: "Option value was not written to mcp.json",
    cause:
      "mcp-codegen did not write values of `--env`, `--inherit-env` or `--header`, and values in the URL or the command of the server, to mcp.json. These values may be secrets, and mcp.json is committed with the project.",
    fix: "Set the variables that the message names before `npm start`. If the server needs variables that the message does not name, list their names under `env` in mcp.json.",
  },
  MCP627: {
    title: "Value of an option is not used",
    cause:
      "A server that is started by a command reads no HTTP headers, a server with a URL has no environment variables, and a server of a desktop program's configuration file gets all values from that file. If a command connects to several servers, the values only replace variables in their addresses.",
    fix: "Remove the value of `--header`, `--env` or `--inherit-env`, or pass the address of a server that uses the value.",
  },
  MCP630: {
    title: "Configuration file cannot be used",
    cause:
      "The configuration file of a desktop program is missing or invalid. It must be a JSON, TOML or YAML file in which a desktop program lists MCP servers.",
    fix: "Fix the file at the position shown, or use another configuration file.",
  },
  MCP631: {
    title: "Part of a configuration file is not used",
    cause:
      "The configuration file of the desktop program contains an invalid setting, a setting that mcp-codegen does not support, or a server without a name.",
    fix: "Correct the setting if its name or value is wrong. No action is needed if the server works without the setting.",
  },
  MCP632: {
    title: "Values of a configuration file were copied to mcp.json",
    cause:
      "mcp-codegen copied values of environment variables or headers to mcp.json. These values may be secrets, and mcp.json is committed with the project.",
    fix: "Write `${NAME}` instead of a secret, and set the environment variable NAME before `npm start`.",
  },
});
