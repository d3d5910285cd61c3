/** Completion candidates for the word that the user is typing in a shell. */
import { FEATURES, OUTPUTS, TRANSPORTS } from "../../emit/context.js";
import { knownRevisions } from "../../source/revisions.js";
import { completeWords } from "../command-line.js";
import type { OptionSpecs, Signature } from "../command.js";

/**
 * Candidates: words with descriptions, or an instruction for the shell to
 * complete paths of files or folders.
 */
export type Candidates =
  | readonly (readonly [word: string, description: string])[]
  | "files"
  | "folders";

/**
 * Returns candidates for the last word of a command line. The shell selects the
 * candidates that start with the text already typed.
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
  // Pass yargs an empty word or `-` instead of the typed text. yargs would
  // filter the candidates by that text, which is wrong for paths and lists.
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
  // Prefix each candidate with the finished items of a comma-separated list:
  // the shell replaces the whole word.
  const items = typed.slice(0, typed.lastIndexOf(",") + 1);
  return found.map(([word, description]) => [items + word, description]);
}

/**
 * Inserts the name of the default command if no command is given, because yargs
 * completes the options of a command only after its name.
 */
function nameDefault(words: readonly string[], isOption: boolean): string[] {
  const [first] = words;
  const isDefault = first === undefined ? isOption : first.startsWith("-");
  return isDefault ? ["generate", ...words] : [...words];
}

const FILES = ":files";
const FOLDERS = ":folders";

/**
 * Adds choices to the options and operands that take revisions, outputs, paths
 * or other known values.
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
