/**
 * Declarations of commands. From the declarations, yargs parses command lines
 * and prints help and completions.
 */
import type { ExitCode, Io } from "./terminal/io.js";

/** Declaration of one option or operand. */
export interface OptionSpec<Value = unknown> {
  readonly type: "boolean" | "string" | "number";
  readonly describe: string;
  /** True if the option may be repeated. */
  readonly array?: boolean;
  /**
   * True if each value of a repeatable option may be a comma-separated list.
   */
  readonly commas?: boolean;
  readonly choices?: readonly string[];
  /** True if the command cannot run without the option. */
  readonly required?: boolean;
  readonly alias?: string;
  /**
   * Type of the option's value. Only the TypeScript compiler uses this member;
   * it is absent at run time.
   */
  readonly valueType?: () => Value;
}

/** Options or operands by name, in the order of the help text. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Parsed values of the declared options, by name. */
export type ArgsOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends OptionSpec<infer Value>
    ? Value
    : never;
};

/** Declares a switch: a boolean option that is false by default. */
export function flag(describe: string): OptionSpec<boolean> {
  return { type: "boolean", describe };
}

/** Declares an optional string option or operand. */
export function text(describe: string): OptionSpec<string | undefined> {
  return { type: "string", describe };
}

/** Declares a required string option or operand. */
export function requiredText(describe: string): OptionSpec<string> {
  return { type: "string", describe, required: true };
}

/** Declares an optional number option. */
export function number(describe: string): OptionSpec<number | undefined> {
  return { type: "number", describe };
}

/**
 * Declares a string option or operand with several values. The user can repeat
 * the option, or separate the values by commas.
 */
export function list(describe: string): OptionSpec<string[] | undefined> {
  return { type: "string", describe, array: true, commas: true };
}

/**
 * Declares a string option that may be repeated. A comma in a value is part of
 * the value and does not separate values.
 */
export function repeated(describe: string): OptionSpec<string[] | undefined> {
  return { type: "string", describe, array: true };
}

/** Declares a string option or operand whose value is one of `choices`. */
export function oneOf<const Word extends string>(
  choices: readonly Word[],
  describe: string,
): OptionSpec<Word | undefined> {
  return { type: "string", describe, choices };
}

/** Name, operands and options of a command. */
export interface Signature {
  /** Words that name the command, such as `["schema", "pull"]`. */
  readonly words: readonly string[];
  readonly describe: string;
  /** True for the command that runs if the user names no command. */
  readonly isDefault?: boolean;
  readonly operands: OptionSpecs;
  readonly options: OptionSpecs;
  readonly examples: readonly (readonly [line: string, about: string])[];
}

/** Command: its signature, and the function that runs the command. */
export interface Command<Args = never> extends Signature {
  /** Runs the command. Returns the exit code, or nothing for success. */
  run(
    args: Args,
    io: Io,
    commands: readonly Command[],
  ): Promise<ExitCode | void> | ExitCode | void;
}

/** Declares a command whose `run` gets arguments of the declared types. */
export function defineCommand<
  const Operands extends OptionSpecs,
  const Options extends OptionSpecs,
>(
  command: Command<ArgsOf<Operands & Options>> & {
    readonly operands: Operands;
    readonly options: Options;
  },
): Command<ArgsOf<Operands & Options>> {
  return command;
}

/**
 * Formats the words and operands of a command for the help text, such as `diff
 * <older> <newer>`.
 */
export function formatUsage({ words, operands }: Signature): string {
  const placeholders = Object.entries(operands).map(
    ([name, { array, required }]) => {
      if (required) return `<${name}>`;
      return array ? `[${name}..]` : `[${name}]`;
    },
  );
  return [...words, ...placeholders].join(" ");
}

/**
 * Returns the commands whose name starts with `words` and is one word longer.
 */
export function getSubcommands<C extends Pick<Signature, "words">>(
  commands: readonly C[],
  words: readonly string[],
): C[] {
  return commands.filter(
    (command) =>
      command.words.length === words.length + 1 &&
      words.every((word, index) => command.words[index] === word),
  );
}

/** Options that several commands share. */
export const SHARED_OPTIONS = {
  json: flag("Print the result as JSON"),
  schema: text("Path of a schema.ts, to use instead of a known revision"),
  source: oneOf(
    ["bundled", "pulled"],
    "Origin of the schema: bundled with mcp-codegen, or downloaded by `schema pull` [default: bundled]",
  ),
  "protocol-version": text(
    "Protocol version, for a schema.ts that does not declare its version",
  ),
  extension: list(
    "Protocol extension: tasks, apps, skills, or the path of its schema.ts; repeatable",
  ),
} as const;

/**
 * Splits repeated and comma-separated values into one list. Removes duplicates
 * and keeps the order.
 */
export function splitList(values: readonly string[] | undefined): string[] {
  return [
    ...new Set(
      (values ?? [])
        .flatMap((value) => value.split(","))
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
}
