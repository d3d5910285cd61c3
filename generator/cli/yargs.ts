/** Command lines of every kind, as yargs reads them. */
import yargs, { type Arguments, type Argv, type Options } from "yargs";
import { toolVersion } from "../support/package.js";
import { COMMANDS } from "./registry.js";
import { checkArguments } from "./arguments.js";
import { below, type Command, type Taken } from "./command.js";
import { EXIT, type ExitCode, type Io } from "./terminal/io.js";
import { escapeOperands, unescapeOperands } from "./operands.js";
import { usage } from "./usage-errors.js";

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
  const words = escapeOperands(argv, isValued);
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
      "camel-case-expansion": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "dot-notation": false,
    })
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      // yargs reports some mistakes as errors of its own.
      if (error && error.name !== "YError") throw error;
      throw usage(unescapeOperands(message ?? error.message));
    })
    .epilogue(
      "Exit codes: 0 done, 1 a check did not hold, 2 bad usage or bad input, " +
        "3 a fault of mcp-codegen, 130 interrupted.",
    );
  const add = (to: Argv, command: Command): void => {
    const name = [command.words.at(-1) ?? "$0", ...operandWords(command)];
    to.command(
      name.join(" "),
      command.describe,
      (args) => {
        declare(args as Argv, command);
        if (command.words.length > 0)
          for (const one of below(COMMANDS, command.words)) add(args, one);
        return args;
      },
      async (args) => {
        const given = unescapeOperands(args) as Arguments;
        checkArguments(given, command, COMMANDS, argv);
        code = await command.run(given as never, io, COMMANDS);
      },
    );
  };
  for (const command of COMMANDS)
    if (command.words.length <= 1) add(parser, command);
  await parser.parseAsync();
  return code;
}

/** `<older>`, `[file]`, `[revision..]`. */
function operandWords({ operands }: Command): string[] {
  return Object.entries(operands).map(([name, { type, required }]) => {
    if (required) return `<${name}>`;
    return type === "list" ? `[${name}..]` : `[${name}]`;
  });
}

/** Tells yargs of a command, and in which words to say what is missing. */
function declare(args: Argv, command: Command): void {
  for (const [name, taken] of Object.entries(command.operands))
    args.positional(name, {
      ...described(taken),
      type: "string",
      array: taken.type === "list",
    });
  for (const [name, taken] of Object.entries(command.options))
    args.option(name, optionOf(taken));
  for (const [line, about] of command.examples) args.example(line, about);
  const takes = `${command.words.join(" ")} takes ${operandWords(command).join(" ")}; %s of %s given.`;
  args.updateStrings({
    "Not enough non-option arguments: got %s, need at least %s": plural(takes),
    "Missing required argument: %s": plural("--%s is missing."),
    "Not enough arguments following: %s": "--%s takes a value.",
  });
}

/** The type that yargs declares has no plurals, which it takes. */
function plural(text: string): string {
  return { one: text, other: text } as unknown as string;
}

function optionOf(taken: Taken): Options {
  const { type, required = false, alias } = taken;
  const shared = {
    ...described(taken),
    demandOption: required,
    ...(alias === undefined ? {} : { alias }),
  };
  if (type === "switch") return { ...shared, type: "boolean", default: false };
  if (type === "list")
    return { ...shared, type: "string", array: true, nargs: 1 };
  return { ...shared, type, requiresArg: true };
}

/** Choices are shown in --help; checkArguments refuses others, with the nearest. */
function described({ describe, choices }: Taken): {
  readonly describe: string;
} {
  const words = choices?.map((word) => JSON.stringify(word)).join(", ");
  return { describe: words ? `${describe} [choices: ${words}]` : describe };
}

/** True for `--out`, which says nothing without the word behind it. */
function isValued(word: string): boolean {
  return COMMANDS.some(({ options }) => {
    const taken = options[word.replace(/^--/, "")];
    return taken !== undefined && taken.type !== "switch";
  });
}
