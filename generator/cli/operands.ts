/**
 * Words that yargs would take for options, and that are none: `-`, and all
 * that stands behind `--`. A mark that no argument can have hides them from it.
 */

const MARK = "\0";

/**
 * The command line for yargs, which counts what is behind `--` for nothing.
 *
 * @param takesValue whether the word is an option whose value comes next
 */
export function escapeOperands(
  argv: readonly string[],
  takesValue: (word: string) => boolean,
): string[] {
  const at = endOfOptions(argv);
  const words = argv.map((word, n) =>
    word === "-" || (n > at && /^-|^(?:true|false)$/.test(word))
      ? MARK + word
      : word,
  );
  // An option without its value stays one: yargs says so.
  return takesValue(argv[at - 1] ?? "")
    ? words
    : words.filter((_, n) => n !== at);
}

/** What stands before `--`. */
export function withoutOperands(argv: readonly string[]): readonly string[] {
  return argv.slice(0, endOfOptions(argv));
}

/** The arguments of a command, or a message, with every word as it was typed. */
export function unescapeOperands<T>(value: T): T {
  if (typeof value === "string") return value.replaceAll(MARK, "") as T;
  if (Array.isArray(value)) return value.map(unescapeOperands) as T;
  if (typeof value !== "object" || value === null) return value;
  const shown = Object.entries(value).map(([k, v]) => [k, unescapeOperands(v)]);
  return Object.fromEntries(shown) as T;
}

function endOfOptions(argv: readonly string[]): number {
  const at = argv.indexOf("--");
  return at < 0 ? argv.length : at;
}
