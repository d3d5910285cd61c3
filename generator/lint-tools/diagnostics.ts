import { createErrors } from "../support/errors.js";

/** Diagnostics that `lint-tools` reports about tool definitions. */
export const toolError = createErrors({
  MCP640: {
    title: "Model provider rejects a tool name",
    cause:
      "A host sends all tools to the model provider in one request. The provider rejects the whole request if the name of one tool is invalid.",
    fix: "Rename the tool. Every provider accepts names of at most 64 letters, digits, `_` and `-`.",
  },
  MCP641: {
    title: "Model provider rejects a tool schema",
    cause:
      "Model providers support only some keywords of JSON Schema. A provider rejects the whole request because of an unsupported keyword, unless the host rewrites the schema first.",
    fix: "Remove the unsupported keyword from the schema, and check the tool's arguments in its handler instead.",
  },
  MCP642: {
    title: "Too many tools",
    cause:
      "Model providers limit the number of tools per request, and a host also sends the tools of its other servers.",
    fix: "Merge similar tools, or split the server into several servers.",
  },
  MCP643: {
    title: "Tool name is long",
    cause:
      "Hosts join the server's name and the tool's name. Cursor leaves out a tool if the joined name has more than 60 characters; the limit of other hosts is 64 characters.",
    fix: "Shorten the tool's name. A tool's name does not need to contain the server's name.",
  },
  MCP644: {
    title: "Tool names differ only in case or separators",
    cause:
      "Some hosts ignore case and separators in tool names, so these hosts cannot distinguish the two names.",
    fix: "Rename one of the two tools.",
  },
  MCP645: {
    title: "Tool or argument without a description",
    cause: "A model chooses a tool and its arguments by their descriptions.",
    fix: "Describe in one sentence what the tool does, or what the argument means.",
  },
  MCP646: {
    title: "Text of a tool has invisible characters",
    cause:
      "A model reads invisible characters, but a person who approves the tool cannot see them. Invisible characters can hide instructions.",
    fix: "Remove the invisible characters from the tool definition.",
  },
  MCP647: {
    title: "Tool description instructs the model",
    cause:
      "A known attack hides instructions to the model in tool descriptions, such as to read secrets or to ignore other instructions. Hosts reject servers with hidden instructions in tool descriptions.",
    fix: "Describe what the tool does, not how a model should behave.",
  },
  MCP648: {
    title: "Tool definition is long",
    cause:
      "Every request to a model contains all tool definitions. The number of tokens is estimated as a quarter of the bytes of name, description and input schema as JSON.",
    fix: "Shorten the descriptions, and remove schema details that the handler checks itself.",
  },
  MCP649: {
    title: "Structured result has no text",
    cause:
      "Many hosts pass only the `content` of a tool's result to the model. The specification asks servers to repeat the structured result as text in `content`.",
    fix: "Add the structured result as JSON text to `content`, in a block of the type `text`.",
  },
  MCP650: {
    title: "Skill breaks a rule",
    cause:
      "The Agent Skills specification defines rules for the frontmatter of SKILL.md. A host refuses a skill that breaks a rule.",
    fix: "Fix the file SKILL.md or the files of the skill.",
  },
  MCP651: {
    title: "Files of a skill cannot be verified",
    cause:
      "The entry of the skill has no digests, so a host cannot detect changed files.",
    fix: "In the entry of the skill, list each file with its digest, if the server knows the files.",
  },
  MCP652: {
    title: "Skill is long",
    cause:
      "A host adds the whole file SKILL.md to the context of a model. The number of tokens is estimated as a quarter of the bytes.",
    fix: "Move details to other files of the skill, which an agent reads only when it needs them.",
  },
});
