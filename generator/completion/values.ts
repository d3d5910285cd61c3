/** What the value of an option or of a positional argument can be. */
import type { Grammar } from "../commands/command.js";
import { OUTPUTS } from "../emit/context.js";
import { knownRevisions } from "../source/revisions.js";

/** What can stand in the place of a value. */
export type Values =
  | {
      readonly kind: "words";
      readonly words: readonly string[];
      /** True when commas may separate several. */
      readonly list: boolean;
    }
  | { readonly kind: "files" }
  | { readonly kind: "folders" }
  | { readonly kind: "any" };

const FILES = ["schema", "config", "tools", "file"];
const FOLDERS = ["out", "templates", "dir"];
const REVISIONS = ["rev", "revision", "older", "newer"];

/**
 * What an option or a positional can be: its choices, revisions, outputs, or
 * paths.
 */
export function valuesOf({ name, choices }: Entry): Values {
  const words = (of: readonly string[], list: boolean): Values => ({
    kind: "words",
    words: of,
    list,
  });
  if (choices.length > 0) return words(choices, false);
  if (name === "rev")
    return words([...knownRevisions(), "latest", "all"], true);
  if (REVISIONS.includes(name))
    return words([...knownRevisions(), "latest"], false);
  if (name === "only") return words(OUTPUTS, true);
  if (FILES.includes(name)) return { kind: "files" };
  if (FOLDERS.includes(name)) return { kind: "folders" };
  return { kind: "any" };
}

/** An option or an operand by its name. */
export interface Entry {
  readonly name: string;
  readonly describe: string;
  /** False for switches. */
  readonly isValued: boolean;
  readonly choices: readonly string[];
}

/** Options or operands, in the order of help. */
export function entriesOf(grammar: Grammar): Entry[] {
  return Object.entries(grammar).map(([name, { type, describe, choices }]) => ({
    name,
    describe,
    isValued: type !== "switch",
    choices: choices ?? [],
  }));
}
