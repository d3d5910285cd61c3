/** Parses command lines, prints help and completes words, with yargs. */
import yargs, { type Argv } from "yargs";
import { toolVersion } from "../support/package.js";
import {
  checkWords,
  explainFailure,
  getOptionWords,
  readValue,
} from "./check-arguments.js";
import { formatUsage, getSubcommands, type Signature } from "./command.js";

/**
 * Character that is put before operands that start with `-`, so that yargs does
 * not treat the operands as options. Command-line arguments cannot contain this
 * character. The separator `--` is passed to yargs as a hidden option whose
 * name is this character.
 */
const MARK = "\0";

/**
 * Error thrown to stop yargs as soon as the arguments are parsed. Otherwise
 * yargs would also format its help text, which takes 40 ms.
 */
const PARSED = new Error(
  "The command line was parsed before; its options cannot change now.",
);

/** Parsed command line: a command with its arguments, or a text to print. */
export type CommandLine<C> =
  | { readonly command: C; readonly args: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/**
 * Parses a command line.
 *
 * @throws UserError for unknown, missing and invalid arguments.
 */
export function readCommandLine<C extends Signature>(
  argv: readonly string[],
  commands: readonly C[],
): CommandLine<C> {
  const words = markOperands(argv);
  let text = "";
  let parsed: Readonly<Record<string, unknown>> | undefined;
  let [command] = commands;
  const parser = createParser(commands, {
    select: (selected) => (command = selected),
    run: (values) => {
      parsed = values;
      throw PARSED;
    },
  }).fail((message: string | null, error: Error | undefined) => {
    const reason = message ?? error?.message ?? "";
    // Ignore invalid choices here: `readValue` reports them and also suggests
    // the nearest choice.
    if (command && !reason.startsWith("Invalid values:"))
      throw explainFailure(reason.replaceAll(MARK, ""), argv, {
        command,
        commands,
      });
  });
  try {
    parser.parse(words, {}, (_error, _values, output) => {
      text += output;
    });
  } catch (error) {
    if (error !== PARSED) throw error;
  }
  if (!parsed || !command) return { text };
  checkWords(argv, command);
  const args: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(command.operands))
    args[name] = readValue(`<${name}>`, spec, unmark(parsed[name]));
  for (const [name, spec] of Object.entries(command.options))
    args[name] = readValue(`--${name}`, spec, unmark(parsed[name]));
  return { command, args };
}

/**
 * Returns the completion candidates for the last word, each with its
 * description.
 */
export function completeWords(
  words: readonly string[],
  commands: readonly Signature[],
): (readonly [word: string, description: string])[] {
  const { SHELL } = process.env;
  // Pretend that the shell is fish: yargs then separates each candidate from
  // its description by a tab.
  process.env["SHELL"] = "fish";
  try {
    let text = "";
    const request = ["--get-yargs-completions", "mcp-codegen", ...words];
    // yargs invokes the callback several times; only the last call receives the
    // completion candidates.
    createParser(commands, {}, request).parse(
      request,
      {},
      (_error, _values, output) => {
        text = output;
      },
    );
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [word = "", description = ""] = line.split("\t");
        return [word, description];
      });
  } finally {
    if (SHELL === undefined) delete process.env["SHELL"];
    else process.env["SHELL"] = SHELL;
  }
}

/** Callbacks that receive the result of parsing a command line. */
interface Callbacks<C> {
  /**
   * Called for each command whose declaration yargs reads. The last call is for
   * the command that the user invoked.
   */
  readonly select?: (command: C) => void;
  readonly run?: (values: Readonly<Record<string, unknown>>) => void;
}

function createParser<C extends Signature>(
  commands: readonly C[],
  { select, run }: Callbacks<C>,
  words: readonly string[] = [],
): Argv {
  const parser = yargs([...words])
    .scriptName("mcp-codegen")
    .locale("en")
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
    })
    .usage(
      "$0 --rev R [--out DIR]\n\nGenerates TypeScript bindings for the Model Context Protocol from its schema.ts.",
    )
    .option(MARK, { type: "boolean", hidden: true })
    .strict()
    .exitProcess(false)
    .help()
    .alias("help", "h")
    .version(toolVersion())
    .wrap(100)
    .epilogue(
      "Exit codes: 0 done, 1 a check failed, 2 wrong usage or input, " +
        "3 internal error, 130 interrupted.",
    );
  const add = (parent: Argv, command: C): void => {
    const name = formatUsage({ ...command, words: command.words.slice(-1) });
    parent.command(
      command.isDefault ? [name, "$0"] : name,
      command.describe,
      (inner) => {
        select?.(command);
        declareOptions(inner as Argv, command);
        for (const subcommand of getSubcommands(commands, command.words))
          add(inner as Argv, subcommand);
        return inner;
      },
      (values) => run?.(values),
    );
  };
  for (const command of getSubcommands(commands, [])) add(parser, command);
  return parser;
}

function declareOptions(parser: Argv, command: Signature): void {
  for (const [name, { describe, choices }] of Object.entries(command.operands))
    parser.positional(name, { describe, choices, type: "string" });
  for (const [name, spec] of Object.entries(command.options)) {
    const { describe, array = false, choices, type, alias, required } = spec;
    parser.option(name, {
      describe,
      array,
      choices,
      type,
      alias,
      // Without `nargs`, an option that is a list would take all following
      // words as its values.
      nargs: type === "boolean" ? undefined : 1,
      demandOption: required ?? false,
    });
  }
  for (const [line, about] of command.examples)
    // Print the description above the example. Next to the example, the
    // description would force long commands to wrap.
    parser.example(`# ${about}`, "").example(line, "");
}

/**
 * Puts the character `MARK` before operands that look like options: a single
 * `-`, and each word after `--` that starts with `-`.
 */
function markOperands(argv: readonly string[]): string[] {
  const options = getOptionWords(argv);
  const operands = argv.slice(options.length + 1);
  return [
    ...options.map((word) => (word === "-" ? MARK + word : word)),
    ...(operands.length > 0 ? [`--${MARK}`] : []),
    ...operands.map((word) => (word.startsWith("-") ? MARK + word : word)),
  ];
}

/**
 * Removes the character `MARK`, which kept yargs from reading operands as
 * options. Accepts a string or a list of strings.
 */
function unmark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmark);
  return typeof value === "string" ? value.replaceAll(MARK, "") : value;
}
