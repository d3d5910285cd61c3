/** Checks of command lines. Each error says how to correct the command line. */
import { nearest } from "../support/nearest.js";
import {
  formatUsage,
  getSubcommands,
  type OptionSpec,
  type Signature,
} from "./command.js";
import { counted } from "./terminal/report.js";
import { usage } from "./usage-errors.js";

/** Command that the user invoked, and the list of all commands. */
interface Context {
  readonly command: Signature;
  readonly commands: readonly Signature[];
}

/**
 * Returns the words before `--`. All words after `--` are operands, even if
 * they start with a dash.
 */
export function getOptionWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

/**
 * Converts an error message of yargs into an error that says how to correct the
 * command line.
 *
 * @param reason English error message of yargs
 */
export function explainFailure(
  reason: string,
  argv: readonly string[],
  { command, commands }: Context,
): Error {
  const [, kind = "", subjects = ""] = /^([^:]*): (.*)$/s.exec(reason) ?? [];
  const names = subjects.split(", ");
  const [name = ""] = names;
  if (kind.startsWith("Unknown argument"))
    return (
      unseparatedList(names, argv, command) ??
      unknownArguments(
        names.map((word) => findWord(word, argv)),
        { command, commands },
      )
    );
  if (kind.startsWith("Not enough arguments"))
    return usage(
      `--${name} needs a value, but none was given.`,
      `Write ${exampleOf(name, command.options[name])}.`,
    );
  if (kind.startsWith("Missing required"))
    return usage(
      `The option --${name} is required, but was not given.`,
      `Add ${exampleOf(name, command.options[name])}.`,
    );
  const counts = /got (\d+), need at least (\d+)/.exec(reason);
  if (counts)
    return usage(
      `\`${formatUsage(command)}\` needs ${counted(Number(counts[2]), "operand")}, but the command line has ${counts[1]}.`,
      `Run \`mcp-codegen ${formatUsage(command)}\`.`,
    );
  return usage(
    reason,
    "Correct the argument that the message names, and run the command again.",
  );
}

/**
 * Returns an unknown argument as the user wrote it. In the messages of yargs,
 * option names lack their dashes.
 */
function findWord(name: string, argv: readonly string[]): string {
  const words = getOptionWords(argv);
  if (words.some((word) => word.split("=")[0] === `--${name}`))
    return `--${name}`;
  const isShort =
    name.length === 1 &&
    words.some((word) => /^-\w/.test(word) && word.includes(name));
  return isShort ? `-${name}` : name;
}

function unknownArguments(
  words: readonly string[],
  { command, commands }: Context,
): Error {
  const options = listOptions(command);
  const subcommands = getSubcommands(
    commands,
    command.isDefault ? [] : command.words,
  );
  // After a command without subcommands, a word cannot be a misspelled command.
  const commandWords =
    subcommands.length > 0 ? commands.flatMap((known) => known.words) : [];
  const findHint = (word: string): string | undefined => {
    const known = word.startsWith("-") ? options : commandWords;
    // Do not suggest a similar name for a known option. It is unknown here only
    // because it follows `--`, where every word is an operand.
    if (known.includes(word)) return undefined;
    return nearest(word, known) ?? findStart(word, options);
  };
  // After a misspelled subcommand, the other words may be correct: they are
  // unknown only because the subcommand was not found.
  const misspelled = words.filter(
    (word) => !word.startsWith("-") && findHint(word) !== undefined,
  );
  const wrong = misspelled.length > 0 ? misspelled : words;
  const hints = wrong.flatMap((word) => findHint(word) ?? []);
  const meant = [...new Set(hints)].join(", ");
  const isCommand = !wrong[0]?.startsWith("-") && subcommands.length > 0;
  const accepted = isCommand
    ? `Use one of these commands: ${subcommands.map(({ words }) => words.join(" ")).join(", ")}.`
    : `Remove the unknown argument. \`${formatUsage(command)}\` accepts ${options.join(", ")}.`;
  return usage(
    `Unknown argument: ${wrong.join(", ")}.${meant && ` Did you mean ${meant}?`}`,
    meant ? `Write ${meant} instead of the unknown argument.` : accepted,
  );
}

/** Returns the longest option that the word starts with: `--rev` for `--revision`. */
function findStart(
  word: string,
  options: readonly string[],
): string | undefined {
  return options
    .filter((option) => word.startsWith(option))
    .sort((a, b) => b.length - a.length)[0];
}

/**
 * Returns the error for a list option whose values are separated by spaces,
 * such as `--rev A B`. Returns null if the command line contains no such list.
 */
function unseparatedList(
  unknown: readonly string[],
  argv: readonly string[],
  { options }: Signature,
): Error | null {
  const groups: { name: string; values: string[] }[] = [];
  for (const word of getOptionWords(argv)) {
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) groups.at(-1)?.values.push(word);
    else groups.push({ name, values: value === undefined ? [] : [value] });
  }
  const isList = ({ name, values }: (typeof groups)[number]): boolean =>
    options[name]?.array === true &&
    values.slice(1).some((word) => unknown.includes(word));
  const lists = groups.filter(isList).map(({ name, values }) => {
    const extra = values.slice(1).filter((word) => unknown.includes(word));
    // Take the values directly after the option, because operands usually come
    // last: one accepted value, and one more value for each unknown word.
    const list = values
      .slice(0, extra.length + 1)
      .map((word) => word.replace(/,$/, ""))
      .filter(Boolean);
    const shown = list.map((word) => (/\s/.test(word) ? `"${word}"` : word));
    return `--${name} ${shown.join(options[name]?.commas ? "," : ` --${name} `)}`;
  });
  if (lists.length === 0) return null;
  const rule = lists.some((text) => text.includes(","))
    ? "A list takes commas"
    : "Repeat the option before each value";
  return usage(
    `Unknown argument: ${unknown.join(", ")}. ${rule}: ${lists.join(" ")}.`,
    `Write ${lists.join(" ")}.`,
  );
}

function listOptions({ options }: Signature): string[] {
  return [...Object.keys(options), "help", "version"].map(
    (name) => `--${name}`,
  );
}

function exampleOf(name: string, spec: OptionSpec | undefined): string {
  return `--${name} ${spec?.choices?.join("|") ?? "<value>"}`;
}

/**
 * Rejects two mistakes that yargs accepts silently: a switch with a value, such
 * as `--force=yes`, and an operand that is written as an option, such as
 * `--folder`.
 *
 * @throws UserError for the first mistake in the command line.
 */
export function checkWords(argv: readonly string[], command: Signature): void {
  for (const word of getOptionWords(argv)) {
    const [, name = "", value] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (Object.hasOwn(command.operands, name))
      throw unknownArguments([`--${name}`], { command, commands: [] });
    const isSwitch = command.options[name]?.type === "boolean";
    if (isSwitch && value !== undefined && !/^(true|false)$/.test(value))
      throw usage(
        `--${name} is a switch and takes no value.`,
        `Write --${name} without a value.`,
      );
  }
}

/**
 * Checks and converts the parsed value of an option or operand.
 *
 * @param label name of the option or operand in error messages
 * @throws UserError for a repeated, empty or unknown value.
 */
export function readValue(
  label: string,
  { type, array, choices }: OptionSpec,
  value: unknown,
): unknown {
  if (type === "boolean") return value === true;
  const values = value === undefined ? [] : [value].flat();
  if (array && values.length === 0) return undefined;
  if (!array && values.length > 1)
    throw usage(
      `${label} was given ${values.length} times, but is allowed only once.`,
      `Keep one ${label} and remove the others.`,
    );
  // Ignore an empty value of `--rev` here: the resolution of revisions reports
  // it with a more specific error.
  if (label !== "--rev" && values.includes(""))
    throw usage(
      `${label} was given an empty value.`,
      `Write a value for ${label}, or remove it.`,
    );
  const wrong = values.find((item) => choices && !choices.includes(`${item}`));
  if (choices && wrong !== undefined) {
    const words = choices.map((word) => JSON.stringify(word)).join(", ");
    const hint = nearest(`${wrong}`, choices);
    throw usage(
      `${label} has the unknown value "${wrong}". Known values are ${words}.${hint ? ` Did you mean ${hint}?` : ""}`,
      `Pass one of the known values: ${words}.`,
    );
  }
  return array ? values : values[0];
}
