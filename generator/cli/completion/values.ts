/** What the value of an option or of a positional argument can be. */
import type { Taken } from "../command.js";
import { FEATURES, OUTPUTS, TRANSPORTS } from "../../emit/context.js";
import { knownRevisions } from "../../source/revisions.js";

/** What can stand in the place of a value; anything when it is empty. */
export interface Values {
  readonly words?: readonly string[];
  /** True when commas may separate several of the words. */
  readonly list?: boolean;
  readonly paths?: "files" | "folders";
}

const FILES = ["schema", "config", "tools", "file"];
const FOLDERS = ["out", "templates", "dir"];
const REVISIONS = ["rev", "revision", "older", "newer"];

/** What an option or an operand can be: its choices, revisions, outputs, or paths. */
export function valuesOf([name, { choices }]: Entry): Values {
  if (choices) return { words: choices };
  const revisions = [...knownRevisions(), "latest"];
  if (name === "rev") return { words: [...revisions, "all"], list: true };
  if (REVISIONS.includes(name)) return { words: revisions };
  const lists = { only: OUTPUTS, features: FEATURES, transports: TRANSPORTS };
  if (Object.hasOwn(lists, name))
    return { words: lists[name as keyof typeof lists], list: true };
  if (FILES.includes(name)) return { paths: "files" };
  return FOLDERS.includes(name) ? { paths: "folders" } : {};
}

/** An option or an operand by its name. */
export type Entry = readonly [name: string, taken: Taken];

/** True for what is not a switch. */
export function isValued([, { type }]: Entry): boolean {
  return type !== "switch";
}
