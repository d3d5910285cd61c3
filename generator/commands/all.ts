/** Every command, in the order in which --help lists them. */
import { below, type Command } from "./command.js";
import { completionCommand } from "./completion.js";
import { diffCommand } from "./diff.js";
import { generateCommand } from "./generate.js";
import { modelCommand } from "./model.js";
import { newClientCommand } from "./new-client.js";
import { newServerCommand } from "./new-server.js";
import { revisionsCommand } from "./revisions.js";
import { schemaLintCommand } from "./schema-lint.js";
import { schemaPullCommand } from "./schema-pull.js";
import { schemaVerifyCommand } from "./schema-verify.js";
import { usage } from "./usage.js";
import { validateCommand } from "./validate.js";

/** All commands, and the words that only lead to others. */
export const COMMANDS: readonly Command[] = [
  { ...generateCommand, words: [] },
  generateCommand,
  revisionsCommand,
  diffCommand,
  modelCommand,
  validateCommand,
  group("schema", "Upstream's schema.ts: pull, verify, lint"),
  schemaPullCommand,
  schemaVerifyCommand,
  schemaLintCommand,
  group("new", "A project that runs: server, client"),
  newServerCommand,
  newClientCommand,
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
      const words = below(commands, [name]).map((one) => one.words[1]);
      throw usage(`${name}: say which: ${words.join(", ")}.`);
    },
  };
}
