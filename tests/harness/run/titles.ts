/**
 * Finds the titles of the tests that verify requirements of the specification.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../program/cli.js";
import { listSources } from "./test-files.js";

const DECLARATION = /\brequirement\(([^)]*)\);/g;
const SUITE = /const (\w+) = (?:suite|onPlatforms|withRedis|redisSuite)\b/g;

/**
 * Returns the tests of each requirement, formatted as `path: title`, by
 * requirement id. A call of `requirement` belongs to the next test in the same
 * file.
 */
export function getTestsByRequirement(): ReadonlyMap<
  string,
  readonly string[]
> {
  const tests = new Map<string, string[]>();
  for (const file of listSources().sort()) {
    const source = readFileSync(join(ROOT, "tests", file), "utf8");
    const suites = [...source.matchAll(SUITE)].map(([, name]) => name);
    const title = new RegExp(
      `\\b(?:${suites.join("|")})\\(\\s*(["\`])((?:\\\\.|(?!\\1).)*)\\1`,
    );
    for (const { index, 0: call, 1: ids = "" } of source.matchAll(
      DECLARATION,
    )) {
      const [, , name = ""] =
        title.exec(source.slice(index + call.length)) ?? [];
      for (const [, id = ""] of ids.matchAll(/\b([0-9a-f]{12})\b/g))
        tests.set(id, [...(tests.get(id) ?? []), `${file}: ${name}`]);
    }
  }
  return tests;
}
