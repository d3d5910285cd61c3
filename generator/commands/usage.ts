import type { Arguments } from "yargs";
import { errorsOf } from "../errors.js";
import { nearest } from "../nearest.js";
import type { CommandGrammar } from "./grammar.js";
import { showOperands } from "./operands.js";

/** A complaint of yargs in the program's own form, with the nearest word. */
export function usageError(
  message: string,
  argv: readonly string[],
  grammar: readonly CommandGrammar[],
): Error {
  const unknown = /^Unknown (?:argument|command)s?: (.+)$/.exec(message)?.[1];
  if (!unknown) return usage(showOperands(plainer(message, argv)));
  const words = unknown.split(", ").map(
    (word) =>
      // yargs names what has a dash in it twice: no-json, noJson.
      argv.find(
        (arg) =>
          arg.startsWith("-") && [strip(arg), camel(strip(arg))].includes(word),
      ) ?? word,
  );
  const hints = words.flatMap((word) => {
    const hint = word.startsWith("-")
      ? nearest(strip(word), optionsOf(grammar, argv))
      : nearest(word, [...new Set(grammar.flatMap((one) => one.words))]);
    return hint ? [word.startsWith("-") ? `--${hint}` : hint] : [];
  });
  return usage(
    `Unknown: ${showOperands([...new Set(words)]).join(", ")}.${hints.length > 0 ? ` Did you mean ${[...new Set(hints)].join(", ")}?` : ""}`,
  );
}

/** What yargs says of numbers and choices, in fewer words. */
function plainer(message: string, argv: readonly string[]): string {
  const count =
    /^Not enough non-option arguments: got (\d+), need at least (\d+)/;
  const [, got, need] = count.exec(message) ?? [];
  if (need !== undefined)
    return `The command takes ${need} argument${need === "1" ? "" : "s"}; ${got} ${got === "1" ? "was" : "were"} given.`;
  const choice =
    /^Invalid values:\n {2}Argument: (.+), Given: (.+), Choices: (.+)$/;
  const [, option, given, choices] = choice.exec(message) ?? [];
  if (choices !== undefined && given !== undefined) {
    const words = [...choices.matchAll(/"([^"]*)"/g)].map(
      ([, word = ""]) => word,
    );
    const hint = nearest(given.replaceAll('"', ""), words);
    const name = argv.some((arg) => arg.startsWith(`--${option}`))
      ? `--${option}`
      : option;
    return `${name} is ${given}; it can be ${choices}.${hint ? ` Did you mean ${hint}?` : ""}`;
  }
  return message;
}

/**
 * One value is taken of an option that takes one: the second would win in
 * silence.
 *
 * @throws UserError naming the option.
 */
export function refuseRepetition(
  args: Arguments,
  grammar: readonly CommandGrammar[],
): true {
  const { options = [], positionals = [] } = meantBy(args._, grammar) ?? {};
  for (const { name, list } of [...options, ...positionals]) {
    const value = args[name];
    if (Array.isArray(value) && !list && value.length > 1)
      throw usage(`--${name} was given ${value.length} times.`);
  }
  return true;
}

/** The command that the words name: of `schema` and `schema pull` the latter. */
function meantBy(
  given: readonly (string | number)[],
  grammar: readonly CommandGrammar[],
): CommandGrammar | undefined {
  return grammar
    .filter(({ words }) => words.every((word, at) => given[at] === word))
    .sort((a, b) => b.words.length - a.words.length)[0];
}

/** Names of the options of the command that is meant, or of all. */
function optionsOf(
  grammar: readonly CommandGrammar[],
  argv: readonly string[],
): string[] {
  const meant = meantBy(argv, grammar);
  const options = meant ? meant.options : grammar.flatMap((one) => one.options);
  return [...options.map(({ name }) => name), "help", "version"];
}

/**
 * A switch takes no value but true and false, and nothing else an empty one:
 * yargs would take `--check=x` for `--no-check`, and `--out ""` for here.
 *
 * @throws UserError naming the option.
 */
export function refuseOddValues(
  args: Arguments,
  argv: readonly string[],
  grammar: readonly CommandGrammar[],
): true {
  const options = grammar.flatMap((command) => command.options);
  const isSwitch = (name: string): boolean =>
    name === "help" ||
    name === "version" ||
    options.some((option) => option.name === name && !option.takesValue);
  argv.forEach((arg, at) => {
    const [, name, given] = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) return;
    if (
      given !== undefined &&
      isSwitch(name) &&
      !/^(?:true|false)$/.test(given)
    )
      throw usage(`--${name} is a switch and takes no value.`);
    // An empty revision is told of as such.
    if (name === "rev" || !wantsValue(`--${name}`, grammar)) return;
    if ((given ?? argv[at + 1]) === "")
      throw usage(`--${name} was given an empty value.`);
  });
  for (const { name } of meantBy(args._, grammar)?.positionals ?? [])
    if ([args[name]].flat().includes(""))
      throw usage(`<${name}> was given an empty value.`);
  return true;
}

/** True for `--out`, which says nothing without the word behind it. */
export function wantsValue(
  word: string,
  grammar: readonly CommandGrammar[],
): boolean {
  return grammar.some(({ options }) =>
    options.some(({ name, takesValue }) => takesValue && `--${name}` === word),
  );
}

/** Mistakes on the command line, and where it sends the results. */
export const usageErrors = errorsOf({
  MCP000: {
    title: "Usage",
    cause: "The command line does not fit the command.",
    fix: "mcp-codegen --help lists commands and options, with examples.",
  },
  MCP003: {
    title: "Results can not be written",
    cause: "The system refuses.",
    fix: "Send standard output elsewhere, or make room for it, and run again.",
  },
});

/** A usage error with the common hint. */
export function usage(message: string): Error {
  return usageErrors("MCP000", message);
}

function strip(arg: string): string {
  return arg.replace(/^-+/, "").replace(/=.*$/s, "");
}

/** `no-json` as yargs has it beside: `noJson`. */
function camel(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
