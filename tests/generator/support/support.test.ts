/**
 * Unit tests of the functions that the whole generator uses: globs, diagnostics,
 * positions in files, JSON and files on disk.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  codeFrame,
  createErrors,
  mapAll,
  placeAt,
  UserError,
} from "../../../generator/support/errors.js";
import {
  makeFolder,
  replaceFile,
  writeFailureCause,
} from "../../../generator/support/file-system.js";
import { createPathMatcher } from "../../../generator/support/globs.js";
import { escapeUnsafe, parseJson } from "../../../generator/support/json.js";
import { isPackageName } from "../../../generator/support/package-name.js";
import { folderWith } from "../../harness/program/folders.js";
import { parseCells } from "../../harness/run/cases.js";

const test = suite("generator: support");

/** Test cases: patterns, paths that match, and paths that do not match. */
const GLOBS = parseCells(String.raw`
  a/b.ts | a/b.ts a/b.ts/c | a/bxts a/b.tsx xa/b.ts
  a/ | a a/b | ab
  *.ts | a.ts .ts | a/b.ts a.tsx
  a/** | a/b a/b/c | b/a
  **/b | b a/b a/c/b | ab
  a?c | abc | a/c ac abbc
  {a,b?}/c | a/c bx/c | b/c c
  a+(b).$^[c]|d | a+(b).$^[c]|d | aa a+(b).$^[c]
  a b | a b | c
`);
for (const [pattern = "", matching = "", others = ""] of GLOBS)
  test(`the path pattern ${pattern} matches the paths ${matching}, but not ${others}`, () => {
    const matches = createPathMatcher(pattern.split(" "));
    assert.equal([...matching.split(" "), ...others.split(" ")].map(matches), [
      ...matching.split(" ").map(() => true),
      ...others.split(" ").map(() => false),
    ]);
  });

test("no path matches an empty list of patterns", () => {
  assert.is(createPathMatcher([])(""), false);
});

/** Test cases: name, and whether npm accepts the name. */
const NAMES: readonly (readonly [name: unknown, isName: boolean])[] = [
  ["a", true],
  ["-a.b_c1", true],
  ["@a/b", true],
  ["@a.b/c", true],
  ["a".repeat(214), true],
  ["a".repeat(215), false],
  ["", false],
  ["A", false],
  [".a", false],
  ["_a", false],
  ["a/b", false],
  ["@a/", false],
  ["a b", false],
  [1, false],
];
for (const [name, isName] of NAMES)
  test(`\`isPackageName\` returns ${isName} for ${String(name).slice(0, 20)} (${String(name).length} characters)`, () => {
    assert.is(isPackageName(name), isName);
  });

const TEXT = "one\ntwo\n\tthree\nfour\nfive\nsix";

test("`placeAt` returns the line and the column of an offset", () => {
  assert.equal(placeAt(TEXT.indexOf("ree"), "f.ts", TEXT), {
    file: "f.ts",
    line: 3,
    column: 4,
    frame: [
      "  1 | one",
      "  2 | two",
      "> 3 | \tthree",
      "    | \t  ^",
      "  4 | four",
      "  5 | five",
    ].join("\n"),
  });
  const { line, column, frame } = placeAt(0, "f.ts", TEXT);
  assert.equal([line, column], [1, 1]);
  assert.is(frame, "> 1 | one\n    | ^\n  2 | two\n  3 | \tthree");
});

test("`codeFrame` aligns line numbers, and cuts long lines", () => {
  const lines = Array.from({ length: 11 }, (_, at) => `l${at + 1}`);
  assert.is(
    codeFrame([...lines.slice(0, 9), "x".repeat(201), ""], 10, 2),
    [
      "   8 | l8",
      "   9 | l9",
      `> 10 | ${"x".repeat(200)}`,
      "     |  ^",
      "  11 |",
    ].join("\n"),
  );
  assert.is(codeFrame("a\r\nb", 2, 1), "  1 | a\n> 2 | b\n    | ^");
});

const KINDS = { A1: { title: "t", cause: "c", fix: "f" } };
const createError = createErrors(KINDS);

test("`createErrors` adds the cause and the fix of an error code to each error", () => {
  const place = placeAt(0, "f.ts", TEXT);
  const plain = { code: "A1", message: "m", cause: "c", fix: "f" };
  assert.equal(createError("A1", "m").diagnostics, [
    { ...plain, severity: "error", place: null },
  ]);
  assert.equal(createError.warning("A1", "m", { cause: "C", place }), {
    ...plain,
    severity: "warning",
    cause: "C",
    place,
  });
  assert.is(createError.kinds, KINDS);
  const both = new UserError([
    ...createError("A1", "m").diagnostics,
    ...createError("A1", "n").diagnostics,
  ]);
  assert.equal([both.name, both.message], ["UserError", "A1: m\nA1: n"]);
});

test("`mapAll` throws one error with the diagnostics of all items that fail", () => {
  const half = (item: number): number => {
    if (item % 2 === 1) throw createError("A1", `${item} is odd`);
    return item / 2;
  };
  assert.equal(mapAll([2, 4], half), [1, 2]);
  try {
    mapAll([1, 2, 3], half);
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, "A1: 1 is odd\nA1: 3 is odd");
  }
  const bug = new Error("bug");
  const fail = () => {
    throw bug;
  };
  assert.throws(
    () => mapAll([1], fail),
    (error: Error) => error === bug,
  );
});

test("`parseJson` reports the position of a syntax error", () => {
  const refuse = (
    why: string,
    {
      file,
      line,
      column,
      frame,
    }: object & {
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly frame: string;
    },
  ) => new Error(JSON.stringify([why.length > 0, file, line, column, frame]));
  assert.equal(parseJson('{"a":[1]}', "f.json", refuse), { a: [1] });
  const frame = "  1 | {\n> 2 |  x\n    |  ^";
  assert.throws(
    () => parseJson("{\n x", "f.json", refuse),
    (error: Error) =>
      error.message === JSON.stringify([true, "f.json", 2, 2, frame]),
  );
});

test("`escapeUnsafe` escapes only invisible characters", () => {
  assert.is(
    escapeUnsafe('"a\u200Bé\u2028😀\u{E0041}\x7F\n"'),
    '"a\\u200bé\\u2028😀\\udb40\\udc41\\u007f\n"',
  );
});

/**
 * Test cases: code of a system error, and the text that explains this error to
 * users.
 */
const CAUSES = parseCells(`
  ENOSPC | The disk is full.
  EDQUOT | The disk quota is used up.
  EACCES | Permission is missing.
  EPERM | The operation is not permitted.
  EROFS | The file system is read-only.
  EISDIR | A folder exists where a file is needed.
  ENOTDIR | A file exists where a folder is needed.
  EEXIST | A file exists where a folder is needed.
  EMFILE | Too many files are open.
  EOTHER | message
`);
for (const [code = "", cause] of CAUSES)
  test(`\`writeFailureCause\` returns "${cause}" for ${code}`, () => {
    const failure = Object.assign(new Error("message"), { code });
    assert.is(writeFailureCause(failure), cause);
  });

test("`replaceFile` leaves no partial file after a failure", () => {
  const folder = folderWith({ a: "old" });
  replaceFile(join(folder, "a"), "new");
  replaceFile(join(folder, "b/c/d"), new Uint8Array([65]));
  assert.is(readFileSync(join(folder, "a"), "utf8"), "new");
  assert.is(readFileSync(join(folder, "b/c/d"), "utf8"), "A");
  mkdirSync(join(folder, "e/f"), { recursive: true });
  assert.throws(() => replaceFile(join(folder, "e"), ""), /EISDIR|EPERM/);
  assert.equal(readdirSync(folder).sort(), ["a", "b", "e"]);
});

test("`makeFolder` rejects a path below a file", () => {
  const folder = folderWith({ a: "" });
  makeFolder(join(folder, "b/c"));
  makeFolder(join(folder, "b/c"));
  assert.ok(existsSync(join(folder, "b/c")));
  assert.throws(() => makeFolder(join(folder, "a/b")), /ENOTDIR|ENOENT/);
});

test.run();
