/** What `--help` prints, as yargs lays it out. */
import yargs, { type Argv } from "yargs";
import { below, operandWords, type Command } from "./command.js";

/** Help of a command, with the commands below it. */
export function helpText(
  { words }: Command,
  commands: readonly Command[],
): Promise<string> {
  const program = yargs([...words])
    .scriptName("mcp-codegen")
    .usage(
      "$0 --rev R [--out DIR]\n\nTypeScript bindings for the Model Context Protocol, from its schema.ts.",
    )
    .help()
    .alias("help", "h")
    .wrap(100)
    .epilogue(
      "Exit codes: 0 done, 1 a check did not hold, 2 bad usage or bad input, " +
        "3 a fault of mcp-codegen, 130 interrupted.",
    );
  const add = (to: Argv, command: Command): void => {
    const name = command.words.at(-1) ?? "$0";
    to.command(
      [name, ...operandWords(command)].join(" "),
      command.describe,
      (args) => {
        declare(args as Argv, command);
        if (command.words.length > 0)
          for (const one of below(commands, command.words)) add(args, one);
        return args;
      },
    );
  };
  for (const command of commands)
    if (command.words.length <= 1) add(program, command);
  return program.getHelp();
}

function declare(args: Argv, command: Command): void {
  for (const [name, { describe, array = false, choices }] of Object.entries(
    command.operands,
  ))
    args.positional(name, { describe, array, choices, type: "string" });
  for (const [name, taken] of Object.entries(command.options)) {
    const { describe, array = false, choices, type, alias, required } = taken;
    args.option(name, {
      ...{ describe, array, choices, type, alias },
      default: type === "boolean" ? false : undefined,
      demandOption: required ?? false,
    });
  }
  for (const [line, about] of command.examples) args.example(line, about);
}
