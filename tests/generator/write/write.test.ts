/**
 * Tests of writing generated files: a run writes all files or, if it fails,
 * none.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unifiedDiff } from "../../../generator/write/check.js";
import { changedDeclarations } from "../../../generator/write/declarations.js";
import {
  MANIFEST_FILE,
  printManifest,
} from "../../../generator/write/manifest.js";
import { isUpToDate } from "../../../generator/write/plan.js";
import { getFailure, getFailures } from "../../harness/run/failures.js";
import {
  readTree,
  temporaryFolder,
  writeTree,
} from "../../harness/program/folders.js";
import {
  DEEP,
  FIRST,
  HEAD,
  interceptCalls,
  plan,
  getRefusal,
  SECOND,
  withoutManifest,
  write,
} from "../../harness/source/output-folder.js";

const test = suite("write: files");

test("`write` creates the output folder with its parent folders", async () => {
  const out = join(temporaryFolder(), "deep", "out");
  await write(out, FIRST);
  assert.equal(withoutManifest(out), FIRST);
  assert.ok(isUpToDate(plan(out, FIRST)));
});

test("`write` removes the temporary files of ended processes only", async () => {
  const out = temporaryFolder();
  const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
  const living = `.mcp-codegen-${process.ppid}/new/types.ts`;
  const others = { [living]: "x\n", ".mcp-codegen-notes/a": "mine\n" };
  writeTree(out, { ...others, [`.mcp-codegen-${dead}/new/types.ts`]: "x\n" });
  await write(out, FIRST);
  assert.equal(withoutManifest(out), { ...FIRST, ...others });
});

test("`write` removes the temporary files of an earlier process that had the same id", async () => {
  const out = temporaryFolder();
  const staged = `.mcp-codegen-${process.pid}/new/types.ts`;
  writeTree(out, { [`${staged}/folder/a`]: "x\n" });
  await write(out, FIRST);
  assert.equal(withoutManifest(out), FIRST);
});

test("`write` creates, changes and removes the planned files and does not change other files", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  writeTree(out, { "mine.txt": "mine\n" });
  const before = statSync(join(out, "runtime/a.ts"), { bigint: true });
  await write(out, SECOND);
  assert.equal(withoutManifest(out), { ...SECOND, "mine.txt": "mine\n" });
  assert.not(existsSync(join(out, "old")));
  const after = statSync(join(out, "runtime/a.ts"), { bigint: true });
  assert.is(after.mtimeNs, before.mtimeNs);
  assert.is(after.ino, before.ino);
});

test("`write` removes the manifest of an earlier run in a subfolder, although all other files are up to date", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  const inner = `old/${MANIFEST_FILE}`;
  writeTree(out, { [inner]: printManifest({ ...HEAD, files: {} }) });
  assert.not(isUpToDate(plan(out, FIRST)));
  await write(out, FIRST);
  assert.equal(withoutManifest(out), FIRST);
});

test("a diff shows three unchanged lines around a change", () => {
  const text = (middle: string) => `1\n2\n3\n4\n${middle}\n6\n7\n8\n9\n`;
  assert.is(
    unifiedDiff("a/x", "b/x", text("5"), text("five")),
    "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
  );
});

/**
 * Test cases: old and new text of a module, and its added, removed and changed
 * declarations.
 */
const MODULES: readonly (readonly [string, string, string])[] = [
  ["export const a = 1;", "export const a = 2;", "changed a"],
  ["/** A. */\ntype A = 1;", "/** B. */\ntype A = 1;", ""],
  ["interface A {}\n", "interface A {}\n\n", ""],
  [
    "export class A {}\nexport function b() {}",
    "export async function b() {}\ntype C = 1;",
    "added C, removed A, changed b",
  ],
  [
    "function a(b: 1): 1;\nfunction a(b: 2): 2;",
    "function a(b: 3): 1;\nfunction a(b: 2): 2;",
    "changed a",
  ],
  ['import a from "a";\ntype A = 1;', 'import a from "b";\ntype A = 1;', ""],
];
for (const [old, text, expected] of MODULES)
  test(`\`changedDeclarations\` returns "${expected}" for ${JSON.stringify(old)} => ${JSON.stringify(text)}`, () => {
    const found = Object.entries(changedDeclarations(old, text))
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => `${kind} ${names.join()}`);
    assert.is(found.join(", "), expected);
  });

test("`write` keeps a symbolic link to a folder whose generated files were all removed", async () => {
  const out = temporaryFolder();
  mkdirSync(join(out, "real"));
  symlinkSync("real", join(out, "old"));
  await write(out, FIRST, { force: true });
  await write(out, SECOND);
  assert.ok(lstatSync(join(out, "old")).isSymbolicLink());
  assert.ok(isUpToDate(plan(out, SECOND)));
});

test("`write` changes nothing if a user has edited a generated file", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  for (const path of ["types.ts", "old/b.ts", "new/c.ts"])
    writeTree(out, { [path]: "mine\n" });
  const before = readTree(out);
  const found = await getFailures(() => write(out, SECOND));
  const codes = found.map(({ code }) => code);
  assert.equal(codes, ["MCP310", "MCP311", "MCP310"]);
  assert.ok(
    found.some(({ message }) => /types\.ts was edited by hand/.test(message)),
  );
  assert.equal(readTree(out), before);
  await write(out, SECOND, { force: true });
  assert.is(withoutManifest(out)["types.ts"], "two\n");
});

test("`write` treats a file with CRLF line ends as unchanged", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  writeTree(out, { "types.ts": "one\r\n" });
  assert.ok(isUpToDate(plan(out, FIRST)));
  await write(out, SECOND);
  assert.is(withoutManifest(out)["types.ts"], "two\n");
});

const FULL = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });

/**
 * Test cases: the old output, the new output, a file system operation, and the
 * number of its calls in a run. The test lets each of these calls fail once.
 */
const CALLS = [
  [FIRST, SECOND, "mkdirSync", 4],
  [FIRST, SECOND, "writeFileSync", 3],
  [FIRST, SECOND, "renameSync", 6],
  [null, DEEP, "writeFileSync", 2],
  [null, DEEP, "renameSync", 4],
] as const;

for (const [first, second, kind, most] of CALLS)
  test(`\`write\` leaves ${first ? "the old output unchanged" : "no output folder"} if any call of ${kind} fails`, async () => {
    for (let at = 1; at <= most; at++) {
      const out = join(temporaryFolder(), "deep", "out");
      if (first) await write(out, first);
      const before = first && readTree(out);
      let calls = 0;
      const failAt = (): void => {
        if (++calls === at) throw FULL;
      };
      const error = await interceptCalls(kind, failAt, () =>
        getFailure(() => write(out, second)),
      );
      assert.match(error.message, /ENOSPC/, `${at}`);
      assert.is(existsSync(out), first !== null, `${at}`);
      if (before) assert.equal(readTree(out), before, `${at}`);
    }
  });

test("a failed call of `write` does not delete the files that another process has written", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "gen", "a");
  const others = { "gen/b/types.ts": "theirs\n" };
  let isFirst = true;
  const meanwhile = (): void => {
    if (!isFirst) return;
    isFirst = false;
    writeTree(folder, others);
    throw FULL;
  };
  const codes = await interceptCalls("writeFileSync", meanwhile, () =>
    getRefusal(() => write(out, FIRST)),
  );
  assert.equal(codes, ["MCP303"]);
  assert.equal(readTree(folder), others);
  assert.equal(readdirSync(join(folder, "gen")), ["b"]);
});

test.run();
