/** Which command a command line means, and what it gives it. */
import { parseArgs } from "node:util";
import { nearest } from "../support/nearest.js";
import { operandWords, type Signature, type Taken } from "./command.js";
import { usage } from "./usage-errors.js";

/** An option as it was given; a switch has a value only behind `=`. */
interface Given {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/**
 * Reads a command line. The words that are no option name the command, and then
 * are its operands; behind `--` no word is an option.
 *
 * @returns the command with all of its operands and options, or what is asked for
 *   in place of a run
 * @throws UserError for what the command does not take.
 */
export function readCommandLine<Command extends Signature>(
  argv: readonly string[],
  commands: readonly Command[],
) {
  const { tokens } = parseArgs({
    args: [...argv],
    options: parserOptions(commands),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.filter((one) => one.kind === "option");
  const words = tokens
    .filter((one) => one.kind === "positional")
    .map(({ value }) => value);
  const command = commands.findLast((one) =>
    one.words.every((word, at) => words[at] === word),
  );
  if (!command) throw usage(`Unknown: ${words.join(", ")}.`);
  for (const asks of ["help", "version"] as const)
    if (given.some(({ name }) => name === asks))
      return { command, asks, args: {} };
  checkOptions(given, command);
  const operands = words.slice(command.words.length);
  checkOperands(operands, command, commands);
  const args: Record<string, unknown> = {};
  for (const [at, [name, taken]] of Object.entries(
    command.operands,
  ).entries()) {
    const own = operands.slice(at, taken.array ? undefined : at + 1);
    args[name] = valueOf(`<${name}>`, taken, own);
  }
  for (const [name, taken] of Object.entries(command.options)) {
    const own = given.filter((one) => one.name === name);
    const texts = own.map(({ value }) => value ?? "true");
    args[name] = valueOf(`--${name}`, taken, texts);
  }
  return { command, asks: null, args };
}

/** Options of all commands; none of them has a switch where another has a value. */
function parserOptions(commands: readonly Signature[]) {
  const options = commands.flatMap((command) =>
    Object.entries(command.options).map(([name, { type, alias }]) => {
      // A number is made of its text.
      const read = type === "number" ? "string" : type;
      const short = alias ? { short: alias } : {};
      return [name, { type: read, ...short }] as const;
    }),
  );
  const help = { type: "boolean", short: "h" } as const;
  return { ...Object.fromEntries(options), help };
}

function checkOptions(given: readonly Given[], { options }: Signature): void {
  const names = [...Object.keys(options), "help", "version"];
  const strange = given.filter(({ name }) => !names.includes(name));
  if (strange.length > 0) {
    const hints = strange.map(({ name, rawName }) =>
      rawName.startsWith("--") ? nearest(name, names) : undefined,
    );
    throw unknown(
      strange.map(({ rawName }) => rawName),
      hints.map((hint) => hint && `--${hint}`),
    );
  }
  for (const { name, value, inlineValue } of given)
    if (options[name]?.type !== "boolean")
      // What looks like an option behind another is one, and no value.
      if (value === undefined || (!inlineValue && /^-\D/.test(value)))
        throw usage(`--${name} takes a value.`);
}

function checkOperands(
  words: readonly string[],
  command: Signature,
  commands: readonly Signature[],
): void {
  const operands = Object.values(command.operands);
  const takesAll = operands.some(({ array }) => array);
  const extra = takesAll ? [] : words.slice(operands.length);
  if (extra.length > 0) {
    const known = commands.flatMap((one) => one.words);
    const hints = extra.map((word) =>
      word.startsWith("-") ? undefined : nearest(word, known),
    );
    throw unknown(extra, hints);
  }
  const needed = operands.filter(({ required }) => required).length;
  if (words.length < needed)
    throw usage(
      `${command.words.join(" ")} takes ${operandWords(command).join(" ")}; ${words.length} of ${needed} given.`,
    );
}

function unknown(
  words: readonly string[],
  hints: readonly (string | undefined)[],
): Error {
  const meant = [...new Set(hints.filter((hint) => hint !== undefined))];
  const question = meant.length > 0 ? ` Did you mean ${meant.join(", ")}?` : "";
  return usage(`Unknown: ${words.join(", ")}.${question}`);
}

/** What a command is given; of two values the second would win in silence. */
function valueOf(
  shown: string,
  { type, array, choices, required }: Taken,
  values: readonly string[],
): unknown {
  if (required && values.length === 0) throw usage(`${shown} is missing.`);
  if (type === "boolean") {
    if (values.some((value) => value !== "true" && value !== "false"))
      throw usage(`${shown} is a switch and takes no value.`);
    return values.at(-1) === "true";
  }
  if (!array && values.length > 1)
    throw usage(`${shown} was given ${values.length} times.`);
  // An empty revision has an error of its own.
  if (shown !== "--rev" && values.includes(""))
    throw usage(`${shown} was given an empty value.`);
  const wrong = values.find((value) => choices && !choices.includes(value));
  if (choices && wrong !== undefined) {
    const words = choices.map((word) => JSON.stringify(word)).join(", ");
    const hint = nearest(wrong, choices);
    throw usage(
      `${shown} is "${wrong}"; it can be ${words}.${hint ? ` Did you mean ${hint}?` : ""}`,
    );
  }
  if (array) return values.length > 0 ? values : undefined;
  const [value] = values;
  return type === "number" && value !== undefined ? Number(value) : value;
}
