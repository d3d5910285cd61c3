import { errorsOf } from "../errors.js";
import { nearest } from "../nearest.js";

const COMMANDS = [
  "revisions",
  "diff",
  "model",
  "validate",
  "schema",
  "pull",
  "verify",
  "lint",
  "new",
  "server",
];
const OPTIONS = [
  "rev",
  "schema",
  "source",
  "out",
  "only",
  "import-ext",
  "protocol-version",
  "templates",
  "check",
  "dry-run",
  "force",
  "all",
  "mirror",
  "format",
  "exit-code",
  "config",
  "watch",
  "from",
  "transport",
  "tools",
  "name",
  "yes",
  "update",
  "json",
  "help",
  "version",
];

/** Options that may be given more than once. */
const LISTS: ReadonlySet<string> = new Set([
  "_",
  "$0",
  "rev",
  "only",
  "revision",
]);

/** A complaint of yargs in the program's own form, with the nearest word. */
export function usageError(message: string, argv: readonly string[]): Error {
  const unknown = /^Unknown (?:argument|command)s?: (.+)$/.exec(message)?.[1];
  if (!unknown) return usage(plainer(message));
  const words = unknown
    .split(", ")
    .map(
      (word) =>
        argv.find((arg) => arg.startsWith("-") && strip(arg) === word) ?? word,
    );
  const hints = words.flatMap((word) => {
    const hint = word.startsWith("-")
      ? nearest(strip(word), OPTIONS)
      : nearest(word, COMMANDS);
    return hint ? [word.startsWith("-") ? `--${hint}` : hint] : [];
  });
  return usage(
    `Unknown: ${[...new Set(words)].join(", ")}.${hints.length > 0 ? ` Did you mean ${[...new Set(hints)].join(", ")}?` : ""}`,
  );
}

/** What yargs says of numbers and choices, in fewer words. */
function plainer(message: string): string {
  const count =
    /^Not enough non-option arguments: got (\d+), need at least (\d+)/;
  const [, got, need] = count.exec(message) ?? [];
  if (need !== undefined)
    return `The command takes ${need} argument${need === "1" ? "" : "s"}; ${got} ${got === "1" ? "was" : "were"} given.`;
  const choice =
    /^Invalid values:\n {2}Argument: (.+), Given: (.+), Choices: (.+)$/;
  const [, option, given, choices] = choice.exec(message) ?? [];
  if (choices !== undefined)
    return `--${option} is ${given}; it can be ${choices}.`;
  return message;
}

/**
 * One value is taken of an option that takes one: the second would win in
 * silence.
 *
 * @throws UserError naming the option.
 */
export function refuseRepetition(args: Record<string, unknown>): true {
  for (const [name, value] of Object.entries(args))
    if (Array.isArray(value) && !LISTS.has(name) && value.length > 1)
      throw usage(`--${name} was given ${value.length} times.`);
  return true;
}

const SWITCH =
  /^--(all|yes|update|check|watch|dry-run|exit-code|force|json|help|version)=(?!(?:true|false)$)/;

/**
 * A switch takes no value but true and false, and no option an empty one:
 * yargs would take `--check=x` for `--no-check`, and `--out ""` for here.
 *
 * @throws UserError naming the option.
 */
export function refuseOddValues(argv: readonly string[]): true {
  argv.forEach((arg, at) => {
    const [, name] = SWITCH.exec(arg) ?? [];
    if (name !== undefined)
      throw usage(`--${name} is a switch and takes no value.`);
    const [, option = arg] = /^(--[a-z-]+)=$/.exec(arg) ?? [];
    const value = option === arg ? argv[at + 1] : "";
    if (
      /^--(out|only|tools|name|from|schema|templates|config|protocol-version)$/.test(
        option,
      )
    )
      if (value === "") throw usage(`${option} was given an empty value.`);
  });
  return true;
}

/** Mistakes on the command line. */
export const usageErrors = errorsOf({
  MCP000: {
    title: "Usage",
    cause: "The command line does not fit the command.",
    fix: "mcp-codegen --help lists commands and options, with examples.",
  },
});

/** A usage error with the common hint. */
export function usage(message: string): Error {
  return usageErrors("MCP000", message);
}

function strip(arg: string): string {
  return arg.replace(/^-+/, "").replace(/=.*$/s, "");
}
