/** Command lines of every kind, as yargs reads them. */
import yargs, { type Argv } from "yargs";
import { toolVersion } from "../package.js";
import { COMMANDS, type AnyCommand } from "./all.js";
import { grammar } from "./grammar.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { hideOperands, showOperands } from "./operands.js";
import {
  refuseOddValues,
  refuseRepetition,
  usageError,
  wantsValue,
} from "./usage.js";

/**
 * Runs the command that is meant.
 *
 * @throws UserError when none is, and whatever the command throws.
 */
export async function runCommand(
  argv: readonly string[],
  io: Io,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const known = grammar();
  const words = hideOperands(argv, (word) => wantsValue(word, known));
  const parser = yargs(words)
    .scriptName("mcp-codegen")
    .usage(
      "$0 --rev R [--out DIR]\n\nTypeScript bindings for the Model Context Protocol, from its schema.ts.",
    )
    .version(toolVersion())
    .help()
    .alias("help", "h")
    .wrap(100)
    .parserConfiguration({
      "boolean-negation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "dot-notation": false,
    })
    .strict()
    .exitProcess(false)
    .showHelpOnFail(false)
    .check((args) => refuseRepetition(args, known))
    .check((args) => refuseOddValues(args, words, known))
    .fail((message, error) => {
      // yargs reports some mistakes as errors of its own.
      throw error && error.name !== "YError"
        ? error
        : usageError(message ?? error.message, words, known);
    })
    .epilogue(
      "Exit codes: 0 done, 1 a check did not hold, 2 bad usage or bad input, " +
        "3 a fault of mcp-codegen, 130 interrupted.",
    );
  const add = (command: AnyCommand, to: Argv = parser): void => {
    to.command(
      command.name,
      command.describe,
      (args) => command.build(args as Argv),
      async (args) => {
        code = await command.run(showOperands(args), io);
      },
    );
  };
  for (const command of COMMANDS) {
    if (!("commands" in command)) {
      add(command);
      continue;
    }
    const { name, describe, commands } = command;
    const names = commands.map((one) => String(one.name).split(" ")[0]);
    parser.command(name, describe, (args) => {
      for (const one of commands) add(one, args);
      return args.demandCommand(1, `${name}: say which: ${names.join(", ")}.`);
    });
  }
  await parser.parseAsync();
  return code;
}
