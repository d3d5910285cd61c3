/** Titles of tests, for tables that name them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../program/cli.js";

const titles = new Map<string, ReadonlySet<string>>();

/** Titles of the tests in a file, as they stand in its source. */
export function titlesOf(path: string): ReadonlySet<string> {
  const known = titles.get(path);
  if (known) return known;
  const file = join(ROOT, path);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const made = /const (\w+) = (?:suite|onPlatforms)\(/g;
  const suites = [...source.matchAll(made)];
  const names = suites.map(([, name]) => name).join("|");
  const call = new RegExp(
    `\\b(?:${names})\\(\\s*(["\`])((?:\\\\.|(?!\\1).)*)\\1,\\s*(?:async\\s*)?\\(`,
    "gs",
  );
  const found = names === "" ? [] : [...source.matchAll(call)];
  const all = new Set(found.map(([, , title = ""]) => title));
  titles.set(path, all);
  return all;
}
