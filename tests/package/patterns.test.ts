/**
 * Checks that every pattern and path in configuration files matches a file of
 * the repository.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { ALONE, SLOW, WHOLE_ONLY } from "../harness/run/test-files.js";
import { PAGE, TOO_SLOW } from "../mutants/coverage.js";
import { findStaleEntries, readEquivalents } from "../mutants/equivalents.js";
import { findPlaces, MUTATED } from "../mutants/sources.js";

const test = suite("package: patterns");

function text(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function json(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text(path)) as Readonly<Record<string, unknown>>;
}

/** Returns the files and folders below a folder, except installed packages. */
function listPaths(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(
    (entry) => {
      const path = posix.join(folder, entry.name);
      const isOurs = entry.name !== "node_modules" && entry.name !== ".git";
      return entry.isDirectory() && isOurs
        ? [path, ...listPaths(path)]
        : [path];
    },
  );
}

const PATHS = listPaths("");
const TESTS = PATHS.flatMap((path) =>
  /^tests\/.*\.test\.ts$/.test(path)
    ? [path.replace(/^tests\/|\.ts$/g, "") + ".js"]
    : [],
);

/**
 * Returns the alternatives of a regular expression: for `(a|b)c`, returns `ac`
 * and `bc`.
 */
function expandAlternatives(source: string): string[] {
  const tokens = source.match(/\\.|\[(?:\\.|[^\]])*\]|[^]/g) ?? [];
  const read = (): string[] => {
    const done: string[] = [];
    let branch = [""];
    for (let next = tokens.shift(); next && next !== ")"; next = tokens.shift())
      if (next === "|") done.push(...branch.splice(0, Infinity, ""));
      else {
        const parts = next === "(" ? read() : [next];
        branch = branch.flatMap((start) => parts.map((part) => start + part));
      }
    return [...done, ...branch];
  };
  return read();
}

/**
 * Returns the alternatives of a regular expression that match none of the
 * paths.
 */
function findUnmatched(source: string, paths: readonly string[]): string[] {
  return expandAlternatives(source).filter((alternative) => {
    const pattern = new RegExp(alternative);
    return !paths.some((path) => pattern.test(path));
  });
}

const SIGNS: Readonly<Record<string, string>> = {
  "**/": ".*",
  "*": "[^/]*",
  "{": "(",
  ",": "|",
  "}": ")",
  ".": "\\.",
};

/**
 * Returns those alternatives of the given globs that match no path. The globs
 * are relative to `folder`.
 */
function findUnmatchedGlobs(globs: unknown, folder = ""): string[] {
  assert.ok(Array.isArray(globs) && globs.length > 0);
  return (globs as readonly string[]).flatMap((glob) => {
    const whole = posix.join(folder, glob.replace(/\/$/, ""));
    const source = whole.replace(
      /\*\*\/|[*{},.]/g,
      (sign) => SIGNS[sign] ?? "",
    );
    return findUnmatched(`^${source}$`, PATHS);
  });
}

test("`findUnmatchedGlobs` checks each alternative of a glob", () => {
  assert.equal(expandAlternatives("^(a|b(c|d))/x|[|(]\\|"), [
    "^a/x",
    "^bc/x",
    "^bd/x",
    "[|(]\\|",
  ]);
  assert.equal(findUnmatchedGlobs(["tests/{run,gone}.ts"]), [
    "^tests/gone\\.ts$",
  ]);
});

for (const [name, { source }] of Object.entries({
  ALONE,
  SLOW,
  WHOLE_ONLY,
  TOO_SLOW,
  PAGE,
}))
  test(`every alternative of the regular expression ${name} matches a test file`, () => {
    assert.equal(findUnmatched(source, TESTS), []);
  });

test("every folder that mutation testing covers exists", () => {
  assert.equal(findUnmatchedGlobs(MUTATED), []);
});

test("every entry of tests/mutants/equivalent.json has a reason and matches a possible mutant", () => {
  assert.equal(findStaleEntries(readEquivalents(), findPlaces), []);
});

for (const folder of ["", "tests", "explorer", "bench"])
  test(`every path in include of ${folder || "."}/tsconfig.json matches a file`, () => {
    const { include } = json(posix.join(folder, "tsconfig.json"));
    assert.equal(findUnmatchedGlobs(include, folder), []);
  });

/**
 * Configuration files, each with a key whose value is a list of paths or globs.
 */
const SETTINGS = [
  ["package.json", "files"],
  ["knip.json", "entry"],
  ["knip.json", "project"],
  [".oxlintrc.json", "ignorePatterns"],
] as const;

for (const [file, key] of SETTINGS)
  test(`every pattern in the list \`${key}\` of ${file} matches a file`, () => {
    assert.equal(findUnmatchedGlobs(json(file)[key]), []);
  });

test("every line of .prettierignore matches a file", () => {
  const lines = text(".prettierignore").split("\n");
  // Skip out/, which does not exist in a fresh checkout.
  const globs = lines.filter((line) => /^[^#]/.test(line) && line !== "out/*/");
  assert.equal(findUnmatchedGlobs(globs), []);
});

test("every script and test program that the Makefile names exists", () => {
  const named = text("Makefile").match(/\b(tests|bench|dist)\/[\w./-]+\w/g);
  const paths = [...new Set(named)]
    .filter((path) => !path.includes("node_modules"))
    .map((path) => path.replace(/^dist\/(.*)\.js$/, "$1.ts"));
  assert.equal(findUnmatchedGlobs(paths), []);
});

test.run();
