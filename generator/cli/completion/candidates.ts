/** What can stand in the place of the word that is being typed. */
import { FEATURES, OUTPUTS, TRANSPORTS } from "../../emit/context.js";
import { knownRevisions } from "../../source/revisions.js";
import { below, type Command, type Taken } from "../command.js";

/** Words with what they mean, or paths, which a shell knows itself. */
export type Candidates =
  readonly (readonly [word: string, about: string])[] | "files" | "folders";

/**
 * Candidates for the last word of a command line; the shell picks those that
 * fit what was typed of it.
 *
 * @param line up to the cursor
 */
export function candidates(
  line: string,
  commands: readonly Command[],
): Candidates {
  const words = line.split(/\s+/);
  const [, named, value = ""] =
    /^(?:(--[\w-]+)=)?(.*)$/.exec(words.at(-1) ?? "") ?? [];
  const [, ...before] = words.slice(0, -1);
  let command = commands.find((one) => one.words.length === 0);
  for (const word of before)
    command =
      below(commands, command?.words ?? []).find(
        (one) => one.words.at(-1) === word,
      ) ?? command;
  if (!command) return [];
  const options = Object.entries(command.options);
  const asking = options.find(
    ([name, { type }]) =>
      type !== "boolean" && `--${name}` === (named ?? before.at(-1)),
  );
  if (asking) return valuesOf(asking, value);
  if (value.startsWith("-"))
    return [
      ...options.map(
        ([name, { describe }]) => [`--${name}`, describe] as const,
      ),
      ["--help", "Show help"],
    ];
  const next = below(commands, command.words);
  if (next.length > 0)
    return next.map((one) => [one.words.at(-1) ?? "", one.describe]);
  const [operand] = Object.entries(command.operands);
  return operand ? valuesOf(operand, value) : [];
}

const FILES = ["schema", "config", "tools", "file", "against"];
const FOLDERS = ["out", "templates", "dir"];
const REVISIONS = ["revision", "older", "newer"];

/** What an option or an operand can be: choices, revisions, outputs, or paths. */
function valuesOf(
  [name, { choices }]: readonly [name: string, taken: Taken],
  typed: string,
): Candidates {
  const revisions = [...knownRevisions(), "latest"];
  const lists: { readonly [name: string]: readonly string[] } = {
    rev: [...revisions, "all"],
    only: OUTPUTS,
    features: FEATURES,
    transports: TRANSPORTS,
  };
  if (FILES.includes(name)) return "files";
  if (FOLDERS.includes(name)) return "folders";
  const words = choices ?? (REVISIONS.includes(name) ? revisions : []);
  // Behind a comma stands another one.
  const head = typed.slice(0, typed.lastIndexOf(",") + 1);
  const items = lists[name]?.map((word) => head + word);
  return (items ?? words).map((word) => [word, ""]);
}
