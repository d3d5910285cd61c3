/** What yargs takes in silence, or says in words that do not help. */
import type { Arguments } from "yargs";
import { nearest } from "../support/nearest.js";
import type { Command, Grammar } from "./command.js";
import { withoutOperands } from "./operands.js";
import { usage } from "./usage-errors.js";

/**
 * Holds what was given against what a command takes.
 *
 * @throws UserError naming the word, with the nearest that is known.
 */
export function checkArguments(
  args: Arguments,
  command: Command,
  commands: readonly Command[],
  argv: readonly string[],
): void {
  refuseUnknown(args, command, commands);
  for (const [name, { type }] of Object.entries(command.options))
    if (type === "switch") refuseSwitchValue(name, argv);
  refuseValues(args, command.options, (name) => `--${name}`);
  refuseValues(args, command.operands, (name) => `<${name}>`);
}

function refuseUnknown(
  args: Arguments,
  { words, operands, options }: Command,
  commands: readonly Command[],
): void {
  const names = [...Object.keys(options), "help", "version"];
  const aliases = Object.values(options).map(({ alias }) => alias);
  const own = ["_", "$0", "h", ...Object.keys(operands)];
  const known = [...own, ...names, ...aliases];
  const strange = Object.keys(args).filter((name) => !known.includes(name));
  const extra = args._.slice(words.length).map(String);
  if (strange.length + extra.length === 0) return;
  const called = commands.flatMap((one) => one.words);
  const hints = [
    ...strange.map((name) => dashed(nearest(name, names))),
    ...extra.map((word) => nearest(word, word.startsWith("-") ? [] : called)),
  ].filter((hint) => hint !== undefined);
  const meant =
    hints.length > 0 ? ` Did you mean ${[...new Set(hints)].join(", ")}?` : "";
  const unknown = [...strange.map(dashed), ...extra];
  throw usage(`Unknown: ${unknown.join(", ")}.${meant}`);
}

function dashed<Name extends string | undefined>(name: Name): Name {
  if (name === undefined) return name;
  return `${name.length > 1 ? "--" : "-"}${name}` as Name;
}

/** yargs would take `--check=x` for `--no-check`. */
function refuseSwitchValue(name: string, argv: readonly string[]): void {
  for (const word of withoutOperands(argv))
    if (word.startsWith(`--${name}=`) && !/=(?:true|false)$/.test(word))
      throw usage(`--${name} is a switch and takes no value.`);
}

/** Of two values the second would win in silence, and `--out ""` would be here. */
function refuseValues(
  args: Arguments,
  grammar: Grammar,
  shown: (name: string) => string,
): void {
  for (const [name, { type, choices }] of Object.entries(grammar)) {
    const values: unknown[] = [args[name]].flat();
    if (type !== "list" && values.length > 1)
      throw usage(`${shown(name)} was given ${values.length} times.`);
    // An empty revision has an error of its own.
    if (name !== "rev" && values.includes(""))
      throw usage(`${shown(name)} was given an empty value.`);
    for (const value of values)
      if (choices && value !== undefined && !choices.includes(String(value))) {
        const hint = nearest(String(value), choices);
        throw usage(
          `${shown(name)} is "${String(value)}"; it can be ${JSON.stringify(choices).slice(1, -1).replaceAll(",", ", ")}.${hint ? ` Did you mean ${hint}?` : ""}`,
        );
      }
  }
}
