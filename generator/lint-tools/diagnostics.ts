import { createErrors } from "../support/errors.js";

/** Diagnostics that `lint-tools` reports about tool definitions. */
export const toolError = createErrors({
  MCP640: {
    title: "Model provider rejects a tool name",
    cause:
      "At least one model provider rejects the name of the tool. A host sends all tools in one request, and the model provider rejects the whole request for one invalid name.",
    fix: "Rename the tool. Every provider accepts names of at most 64 letters, digits, `_` and `-`.",
  },
  MCP641: {
    title: "Model provider rejects a tool schema",
    cause:
      "The schema of the tool has a JSON Schema keyword that a model provider does not support. The model provider rejects the whole request, unless the host removed the keyword before the request.",
    fix: "Remove the unsupported keyword from the tool's schema, and check the arguments in the handler of the tool instead.",
  },
  MCP642: {
    title: "Too many tools",
    cause:
      "The server has more tools than a model provider accepts in one request. A host sends the tools of all its servers in one request.",
    fix: "Merge similar tools, or split the server into several servers.",
  },
  MCP643: {
    title: "Tool name is long",
    cause:
      "The name of the tool may be too long for some hosts, which join the names of the server and the tool. Cursor leaves out a tool if the joined name has more than 60 characters. Other hosts leave out a tool if the joined name has more than 64 characters.",
    fix: "Shorten the tool's name. A tool's name does not need to contain the server's name.",
  },
  MCP644: {
    title: "Tool names differ only in case or separators",
    cause:
      "Two tool names differ only in case or separators, as getWeather and get_weather do. Hosts that ignore case and separators cannot distinguish the two tools.",
    fix: "Rename one of the two tools.",
  },
  MCP645: {
    title: "Tool or argument without a description",
    cause:
      "A tool or an argument has no description. A model chooses a tool by the tool's description, and an argument's value by the argument's description.",
    fix: "Describe in one sentence what the tool does, or what the argument means.",
  },
  MCP646: {
    title: "Text of a tool has invisible characters",
    cause:
      "A text of the tool or skill contains invisible characters, which can hide instructions. A model reads invisible characters, but a person who approves the tool or skill cannot see them.",
    fix: "Remove the invisible characters from the tool definition.",
  },
  MCP647: {
    title: "Tool description instructs the model",
    cause:
      "The description of the tool seems to give instructions to the model, such as the instruction to read secrets. Such descriptions are a known attack. Hosts reject a server if its tool descriptions contain instructions for the model.",
    fix: "Describe what the tool does, not how a model should behave.",
  },
  MCP648: {
    title: "Tool definition or skill is long",
    cause:
      "The definition of the tool, or the file SKILL.md of the skill, is long. Every request to a model contains all tool definitions, and a host adds the whole file SKILL.md to the context of a model, so long texts use many tokens. mcp-codegen estimates one token for every four bytes of the file SKILL.md, or of the tool's name, description and input schema as JSON.",
    fix: "Shorten the descriptions of the tool and of the arguments. If the tool's handler checks a limit, remove this limit from the input schema. Move details from SKILL.md to other files of the skill, which an agent reads only when needed.",
  },
  MCP649: {
    title: "Structured result has no text",
    cause:
      "The tool's result has `structuredContent`, but no text in `content`. Many hosts pass only the `content` of a tool's result to the model. The specification asks servers to repeat the structured result as text in `content`.",
    fix: "Add a block of the type `text` to `content`, and put the structured result into this block as JSON.",
  },
  MCP650: {
    title: "Skill breaks a rule",
    cause:
      "The skill breaks a rule of the Agent Skills specification, for example a rule for the frontmatter of SKILL.md. A host refuses a skill that breaks a rule.",
    fix: "Change the skill so that it meets the rule in the message, and run the command again.",
  },
  MCP651: {
    title: "Files of a skill cannot be verified",
    cause:
      "The server's entry for the skill contains no digests (hashes) of the skill's files. Without digests, a host cannot detect that a file changed.",
    fix: "If the server knows the files of the skill, list each file with its digest in the entry of the skill.",
  },
});
