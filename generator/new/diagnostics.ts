import { errorsOf } from "../support/errors.js";

/** Obstacles to a new project. MCP60x the folder, 61x the manifest, 62x a server. */
export const newError = errorsOf({
  MCP600: {
    title: "Folder is not empty",
    cause:
      "A new project goes into a folder of its own, beside a README, a licence and files whose names begin with a dot; nothing is replaced.",
    fix: "Choose another folder. `--update` regenerates a project that is there.",
  },
  MCP601: {
    title: "Not a project",
    cause:
      "`--update` and `--check` need a project that `mcp-codegen new` wrote.",
    fix: "Name the folder that has src/generated/ in it, or make a project first.",
  },
  MCP602: {
    title: "Not a name",
    cause:
      "The name is that of the package and of the server: letters, digits, dots, dashes and underlines, beginning with a letter or a digit.",
    fix: "Give another one with `--name`.",
  },
  MCP603: {
    title: "Not for this server",
    cause:
      "A bundle holds a program that a host starts and speaks to over stdio.",
    fix: "Take `--transport stdio` or `both`, or leave out `--with bundle`.",
  },
  MCP604: {
    title: "Nobody to ask for a token",
    cause:
      "Tokens are asked for over HTTP; a host that starts a server over stdio hands it what it needs in its environment.",
    fix: "Take `--transport http` or `both`, or leave out `--auth oauth`.",
  },
  MCP605: {
    title: "Nothing to have in common",
    cause:
      "A host that starts a server over stdio has a process of its own; only over HTTP several serve the same clients.",
    fix: "Take `--transport http` or `both`, or leave out `--shared redis`.",
  },
  MCP610: {
    title: "Manifest can not be read",
    cause: "A manifest is a file of JSON or YAML.",
    fix: "Give a readable file; MCP tool definitions, such as the result of tools/list.",
  },
  MCP611: {
    title: "Manifest is neither JSON nor YAML",
    cause: "The text does not parse.",
    fix: "Mend the text at the place shown.",
  },
  MCP612: {
    title: "Not a list of tools",
    cause:
      "A manifest is an array of tool definitions, or an object with such an array as `tools`; each is an object with a `name` and an `inputSchema`.",
    fix: "Write it as tools/list answers it.",
  },
  MCP613: {
    title: "Two of one name",
    cause: "Clients tell tools and prompts apart by name, resources by URI.",
    fix: "Rename one of them, or take one out.",
  },
  MCP614: {
    title: "Not a name for a tool",
    cause:
      "A tool's name has 1 to 128 letters, digits, underlines, dashes and dots, and is not `.` or `..`, which are paths.",
    fix: "Rename the tool.",
  },
  MCP615: {
    title: "Schema can not be used",
    cause:
      'inputSchema is a JSON Schema (2020-12 or draft-07) with type "object"; references stay within it, and nothing is fetched.',
    fix: "Mend the schema; put what it refers to under $defs.",
  },
  MCP616: {
    title: "Too many",
    cause: "Each tool becomes a file, and all of them are loaded.",
    fix: "Leave out those that are not needed.",
  },
  MCP617: {
    title: "Type is wider than the schema",
    cause:
      "TypeScript has no type for this. Values are held against the whole schema at run time all the same.",
    fix: "Nothing has to be done.",
  },
  MCP618: {
    title: "Left out",
    cause:
      "The newest revision that the project speaks does not have this, or not so.",
    fix: "Nothing has to be done; another revision (`--rev`) may have it.",
  },
  MCP619: {
    title: "Handler without a tool",
    cause: "The manifest does not name the tool any more. Its file is kept.",
    fix: "Delete the file when you do not need it.",
  },
  MCP620: {
    title: "No answer from the server",
    cause: "`--from` connects, and asks for everything that the server lists.",
    fix: "Start it by hand to see what is wrong, and give the same command or URL.",
  },
  MCP621: {
    title: "The server asks for authentication",
    cause: "It answers without credentials that they are missing.",
    fix: "Pass them as `--header 'Authorization: Bearer …'`.",
  },
  MCP622: {
    title: "The server's answer is not one",
    cause: "What it lists is not what the protocol says.",
    fix: "Mend the server; `mcp-codegen validate` checks its messages.",
  },
  MCP623: {
    title: "No revision in common",
    cause:
      "The project could not connect to the server. Nothing was added to the revisions that you chose.",
    fix: "Add one that the server speaks to `--rev`, or leave `--rev` out for every dated one.",
  },
  MCP625: {
    title: "Tools that not every model gets",
    cause:
      "Providers of models refuse what is valid in the protocol: names, keywords of schemas. Hosts and people stumble over more.",
    fix: "Run `mcp-codegen lint-tools` on the manifest, which says what and where.",
  },
  MCP624: {
    title: "Value is not written",
    cause:
      "What the server is given by `--env`, `--inherit-env` or `--header` may be a secret, and mcp.json is kept with the project.",
    fix: "Set the variables before `npm start`, and name others that the server needs under `env` in mcp.json.",
  },
});
