/** Completion candidates for the word that the user is typing in a shell. */
import { FEATURES, OUTPUTS, TRANSPORTS } from "../../emit/context.js";
import { knownRevisions } from "../../source/revisions.js";
import { completeWords } from "../command-line.js";
import type { OptionSpecs, Signature } from "../command.js";

/**
 * Words with their descriptions; or `files` or `folders`, whose paths the shell
 * completes.
 */
export type Candidates =
  | readonly (readonly [word: string, description: string])[]
  | "files"
  | "folders";

/**
 * Returns candidates for the last word of a command line; the shell selects those
 * that start with the text already typed.
 *
 * @param line command line up to the cursor
 */
export function completeLine(
  line: string,
  commands: readonly Signature[],
): Candidates {
  const [, ...words] = line.split(/\s+/);
  const last = words.pop() ?? "";
  const [, option, value = ""] = /^(--[\w-]+)=(.*)$/.exec(last) ?? [];
  // Request candidates for an empty word or for `-`, not for the typed text:
  // yargs would filter them by that text, which is wrong for paths and lists.
  const isOption = option === undefined && last.startsWith("-");
  const before = option === undefined ? words : [...words, option];
  const found = completeWords(
    [...nameDefault(before, isOption), isOption ? "-" : ""],
    commands.map((command) => ({
      ...command,
      operands: addValues(command.operands),
      options: addValues(command.options),
    })),
  ).filter(([word]) =>
    isOption ? word.startsWith("--") : !word.startsWith("-"),
  );
  const [[first] = [""]] = found;
  if (first === FILES) return "files";
  if (first === FOLDERS) return "folders";
  const typed = option === undefined ? last : value;
  // Items of a comma-separated list before the last one. Each candidate repeats
  // them.
  const items = typed.slice(0, typed.lastIndexOf(",") + 1);
  return found.map(([word, description]) => [items + word, description]);
}

/**
 * Adds the name of the default command if it is missing: yargs completes the
 * options of the default command only after its name.
 */
function nameDefault(words: readonly string[], isOption: boolean): string[] {
  const [first] = words;
  const isDefault = first === undefined ? isOption : first.startsWith("-");
  return isDefault ? ["generate", ...words] : [...words];
}

const FILES = ":files";
const FOLDERS = ":folders";

/**
 * Adds choices to the options that take revisions, outputs, paths or other
 * known values.
 */
function addValues(specs: OptionSpecs): OptionSpecs {
  const revisions = [...knownRevisions(), "latest"];
  const values: { readonly [name: string]: readonly string[] } = {
    revision: revisions,
    older: revisions,
    newer: revisions,
    rev: [...revisions, "all"],
    only: OUTPUTS,
    features: FEATURES,
    transports: TRANSPORTS,
    schema: [FILES],
    config: [FILES],
    tools: [FILES],
    file: [FILES],
    against: [FILES],
    out: [FOLDERS],
    templates: [FOLDERS],
    dir: [FOLDERS],
  };
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => {
      const choices = spec.choices ?? values[name];
      return [name, choices ? { ...spec, choices } : spec];
    }),
  );
}
