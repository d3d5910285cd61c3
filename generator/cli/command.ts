/** Commands as data, by which arguments are read, help is printed, and shells complete. */
import type { ExitCode, Io } from "./terminal/io.js";

/** What an option or an operand takes. */
export interface Taken<Value = unknown> {
  readonly type: "boolean" | "string" | "number";
  readonly describe: string;
  /** True when it may be given more than once. */
  readonly array?: boolean;
  readonly choices?: readonly string[];
  /** True when the command can not run without it. */
  readonly required?: boolean;
  readonly alias?: string;
  /** The type of the value, for the compiler alone. */
  readonly typed?: () => Value;
}

/** Options or operands by name, in the order of help and command line. */
export type Grammar = Readonly<Record<string, Taken>>;

/** The values that a grammar gives. */
export type ArgsOf<G> = {
  readonly [Name in keyof G]: G[Name] extends Taken<infer Value>
    ? Value
    : never;
};

/** True when it is given. */
export function flag(describe: string): Taken<boolean> {
  return { type: "boolean", describe };
}

export function text(describe: string): Taken<string | undefined> {
  return { type: "string", describe };
}

/** A string that has to be given. */
export function required(describe: string): Taken<string> {
  return { type: "string", describe, required: true };
}

export function number(describe: string): Taken<number | undefined> {
  return { type: "number", describe };
}

/** What may be given more than once. */
export function list(describe: string): Taken<string[] | undefined> {
  return { type: "string", describe, array: true };
}

/** One of some words. */
export function oneOf<const Word extends string>(
  choices: readonly Word[],
  describe: string,
): Taken<Word | undefined> {
  return { type: "string", describe, choices };
}

/** How a command is called. */
export interface Signature {
  /** `["schema", "pull"]`; empty for the command that runs when none is named. */
  readonly words: readonly string[];
  readonly operands: Grammar;
  readonly options: Grammar;
}

/** One command: its operands and options, and the work itself. */
export interface Command<Args = never> extends Signature {
  readonly describe: string;
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** Does the work; no exit code is that of work that is done. */
  run(
    args: Args,
    io: Io,
    commands: readonly Command[],
  ): Promise<ExitCode | void> | ExitCode | void;
}

/** A command whose arguments have the types that its grammar says. */
export function defineCommand<const A extends Grammar, const O extends Grammar>(
  command: Command<ArgsOf<A & O>> & {
    readonly operands: A;
    readonly options: O;
  },
): Command<ArgsOf<A & O>> {
  return command;
}

/** `<older>`, `[file]`, `[revision..]`. */
export function operandWords({ operands }: Signature): string[] {
  return Object.entries(operands).map(([name, { array, required }]) => {
    if (required) return `<${name}>`;
    return array ? `[${name}..]` : `[${name}]`;
  });
}

/** The commands one word below a command's words. */
export function below(
  commands: readonly Command[],
  words: readonly string[],
): Command[] {
  return commands.filter(
    (one) =>
      one.words.length === words.length + 1 &&
      words.every((word, at) => one.words[at] === word),
  );
}

/** Options that several commands take, described in the same words. */
export const SHARED_OPTIONS = {
  json: flag("Print the result as JSON"),
  schema: text("A schema.ts of your own in place of a revision"),
  source: oneOf(
    ["bundled", "pulled"],
    "Text of a revision: ours, or upstream's as pulled [default: bundled]",
  ),
  "protocol-version": text("Version string for a schema that names none"),
  extension: list(
    "Extension of the protocol: tasks, apps, or its schema.ts; may be repeated",
  ),
} as const;

/** Splits `a,b` and repetition into one array, in order, without repetition. */
export function listOf(values: readonly string[] | undefined): string[] {
  return [
    ...new Set(
      (values ?? [])
        .flatMap((value) => value.split(","))
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
}
