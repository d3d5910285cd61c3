/** Titles of tests, for tables that name them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./cli.js";

const titles = new Map<string, ReadonlySet<string>>();

/** Titles of the tests in a file, as they stand in its source. */
export function titlesOf(path: string): ReadonlySet<string> {
  const known = titles.get(path);
  if (known) return known;
  const file = join(ROOT, path);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const suites = [...source.matchAll(/const (\w+) = suite\(/g)];
  const names = suites.map(([, name]) => name).join("|");
  const call = new RegExp(
    `\\b(?:${names})\\(\\s*(["\`])((?:\\\\.|(?!\\1).)*)\\1,\\s*(?:async\\s*)?\\(`,
    "gs",
  );
  const found = names === "" ? [] : [...source.matchAll(call)];
  const made = new Set(found.map(([, , title = ""]) => title));
  titles.set(path, made);
  return made;
}
