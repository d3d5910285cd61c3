/** What `--help` prints, as yargs lays it out. */
import yargs, { type Argv } from "yargs";
import { below, operandWords, type Command, type Taken } from "./command.js";

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
  for (const [name, taken] of Object.entries(command.operands))
    args.positional(name, {
      describe: described(taken),
      type: "string",
      array: taken.type === "list",
    });
  for (const [name, taken] of Object.entries(command.options))
    args.option(name, {
      describe: described(taken),
      type: TYPES[taken.type],
      array: taken.type === "list",
      default: taken.type === "switch" ? false : undefined,
      demandOption: taken.required ?? false,
      alias: taken.alias,
    });
  for (const [line, about] of command.examples) args.example(line, about);
}

const TYPES = {
  switch: "boolean",
  string: "string",
  number: "number",
  list: "string",
} as const;

function described({ describe, choices }: Taken): string {
  const words = choices?.map((word) => JSON.stringify(word)).join(", ");
  return words ? `${describe} [choices: ${words}]` : describe;
}
