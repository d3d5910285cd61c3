/** Every command, in the order in which --help lists them. */
import type { Command } from "./command.js";
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
import { validateCommand } from "./validate.js";

/** Commands below one word: `schema pull`. */
export interface CommandGroup {
  readonly name: string;
  readonly describe: string;
  readonly commands: readonly AnyCommand[];
}

/** A command whose arguments only itself knows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyCommand = Command<any>;

/** All commands and groups; --help lists them in this order. */
export const COMMANDS: readonly (AnyCommand | CommandGroup)[] = [
  generateCommand,
  revisionsCommand,
  diffCommand,
  modelCommand,
  validateCommand,
  {
    name: "schema",
    describe: "Upstream's schema.ts: pull, verify, lint",
    commands: [schemaPullCommand, schemaVerifyCommand, schemaLintCommand],
  },
  {
    name: "new",
    describe: "A project that runs: server, client",
    commands: [newServerCommand, newClientCommand],
  },
  completionCommand,
];
