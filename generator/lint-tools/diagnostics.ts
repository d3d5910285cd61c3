import { createErrors } from "../support/errors.js";

/** Diagnostics that `lint-tools` reports about tool definitions. */
export const toolError = createErrors({
  MCP640: {
    title: "A provider rejects the name",
    cause:
      "A host sends all tools to the provider in one request, so one invalid name fails the whole request.",
    fix: "Rename the tool. Every provider accepts at most 64 letters, digits, `_` and `-`.",
  },
  MCP641: {
    title: "A provider rejects the schema",
    cause:
      "Providers support a part of JSON Schema. They reject the whole request for other keywords, unless the host rewrites the schema first.",
    fix: "Write the schema without the keyword, and check the values in the tool's handler.",
  },
  MCP642: {
    title: "Too many tools",
    cause:
      "Providers limit the number of tools per request, and a host also sends those of its other servers.",
    fix: "Merge similar tools, or split the server.",
  },
  MCP643: {
    title: "Name is long",
    cause:
      "Hosts put the server's name before the tool's name. They leave out tools whose combined name is longer than 60 (Cursor) or 64 characters.",
    fix: "Shorten the name. It does not need to contain the server's name.",
  },
  MCP644: {
    title: "Names differ only in case or separators",
    cause:
      "Some hosts ignore case and separators in names, so the two tools get one name.",
    fix: "Rename one of the two tools.",
  },
  MCP645: {
    title: "No description",
    cause: "A model chooses a tool and its arguments by their descriptions.",
    fix: "Describe in one sentence what the tool does, or what the argument means.",
  },
  MCP646: {
    title: "Text has invisible characters",
    cause:
      "A model reads these characters, but a person who approves the tool cannot see them. They can hide instructions.",
    fix: "Remove the invisible characters.",
  },
  MCP647: {
    title: "Description instructs the model",
    cause:
      "Instructions to hide something, to ignore other instructions or to read secrets are a known attack. Hosts reject servers with such tools.",
    fix: "Describe what the tool does, not how a model should behave.",
  },
  MCP648: {
    title: "Definition is long",
    cause:
      "Every request to a model contains all definitions. Tokens are estimated as a quarter of the bytes of name, description and input schema as JSON.",
    fix: "Shorten the descriptions, and remove schema details that the handler checks itself.",
  },
  MCP649: {
    title: "Structured result has no text",
    cause:
      "Many hosts pass only `content` to the model. The specification asks servers to repeat the structured value there as text.",
    fix: "Add a text block to `content` with the value as JSON.",
  },
});
