import { errorsOf } from "../support/errors.js";

/** What `lint-tools` finds in the definitions of tools. */
export const toolError = errorsOf({
  MCP640: {
    title: "Name that a provider refuses",
    cause:
      "A host sends all tools to the model's provider in one request; one name that is refused fails them all.",
    fix: "Rename the tool: letters, digits, `_` and `-`, at most 64, fit everywhere.",
  },
  MCP641: {
    title: "Schema that a provider refuses",
    cause:
      "Providers take a part of JSON Schema, and refuse the whole request for the rest, unless the host rewrites it first.",
    fix: "Write the schema without it, and check the rest in the tool.",
  },
  MCP642: {
    title: "Too many tools",
    cause:
      "Providers bound how many tools one request has, and a host adds those of its other servers.",
    fix: "Join tools that do nearly the same, or split the server.",
  },
  MCP643: {
    title: "Long name",
    cause:
      "Hosts put the server's name before that of a tool, and leave out what is longer than 60 (Cursor) or 64 characters.",
    fix: "Shorten it; the server's name need not be in it.",
  },
  MCP644: {
    title: "Names that look the same",
    cause:
      "A host that turns names into its own, without case or separators, makes one of two.",
    fix: "Rename one of them.",
  },
  MCP645: {
    title: "No description",
    cause: "A model chooses a tool and its arguments by what is said of them.",
    fix: "Say in a sentence what it does, or what goes into it.",
  },
  MCP646: {
    title: "Invisible characters",
    cause:
      "A model reads what a person who approves the tool does not see: text can hide there.",
    fix: "Take them out.",
  },
  MCP647: {
    title: "Description that gives orders",
    cause:
      "Text that tells a model to hide something, to drop its instructions or to read secrets is how tools attack their hosts; hosts refuse such servers.",
    fix: "Say what the tool does, and nothing of how a model has to behave.",
  },
  MCP648: {
    title: "Long definition",
    cause:
      "Every request carries every definition. Tokens are estimated as a quarter of the bytes of name, description and input schema as JSON.",
    fix: "Shorten descriptions; leave out what the tool checks itself.",
  },
  MCP649: {
    title: "No text beside the structured result",
    cause:
      "Hosts before 2025-06-18, and many since, give a model `content` alone; the specification asks for the structured value as text there.",
    fix: "Put the value as JSON into a text block of `content`.",
  },
});
