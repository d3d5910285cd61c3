/** All commands, in the order of the help text. */
import { getSubcommands, type Command } from "./command.js";
import { checkCommand } from "./commands/check.js";
import { completionCommand } from "./commands/completion.js";
import { diffCommand } from "./commands/diff.js";
import { exploreCommand } from "./commands/explore.js";
import { generateCommand } from "./commands/generate/generate.js";
import { lintToolsCommand } from "./commands/lint-tools.js";
import { modelCommand } from "./commands/model.js";
import { newClientCommand, newServerCommand } from "./commands/new.js";
import { revisionsCommand } from "./commands/revisions.js";
import { runtimeCommand } from "./commands/runtime.js";
import { schemaLintCommand } from "./commands/schema/lint.js";
import { schemaPullCommand } from "./commands/schema/pull.js";
import { schemaVerifyCommand } from "./commands/schema/verify.js";
import { typesCommand } from "./commands/types.js";
import { usage } from "./usage-errors.js";
import { validateCommand } from "./commands/validate/validate.js";

/** Single commands and groups of commands. */
export const COMMANDS: readonly Command[] = [
  generateCommand,
  revisionsCommand,
  diffCommand,
  modelCommand,
  exploreCommand,
  validateCommand,
  group("schema", "Fetch, verify and lint schema.ts files"),
  schemaPullCommand,
  schemaVerifyCommand,
  schemaLintCommand,
  group("new", "Create a server or client project that runs"),
  newServerCommand,
  newClientCommand,
  typesCommand,
  checkCommand,
  lintToolsCommand,
  runtimeCommand,
  completionCommand,
];

function group(name: string, describe: string): Command {
  return {
    words: [name],
    describe,
    operands: {},
    options: {},
    examples: [],
    run(_args, _io, commands) {
      const words = getSubcommands(commands, [name]).map(
        ({ words }) => words[1],
      );
      throw usage(
        `\`${name}\` needs a subcommand.`,
        `Add one of the subcommands ${words.join(", ")}, such as \`mcp-codegen ${name} ${words[0]}\`.`,
      );
    },
  };
}
