/** Files are written, all or none. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findDrift } from "../../generator/write/check.js";
import { DISK, type Disk } from "../../generator/write/disk.js";
import { MANIFEST_FILE } from "../../generator/write/manifest.js";
import { isUpToDate } from "../../generator/write/plan.js";
import { failureOf, failuresOf } from "../support/failures.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";
import {
  DEEP,
  FIRST,
  plan,
  refusal,
  SECOND,
  withoutManifest,
  write,
} from "./support.js";

const test = suite("write");

test("writes a new folder, then says that it is up to date", async () => {
  const out = join(temporaryFolder(), "deep", "out");
  await write(out, FIRST);
  assert.equal(withoutManifest(out), FIRST);
  assert.ok(isUpToDate(plan(out, FIRST)));
});

test("what a killed run left goes, what a running one has stays", async () => {
  const out = temporaryFolder();
  const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
  const living = `.mcp-codegen-${process.ppid}/new/types.ts`;
  const others = { [living]: "x\n", ".mcp-codegen-notes/a": "mine\n" };
  writeTree(out, { ...others, [`.mcp-codegen-${dead}/new/types.ts`]: "x\n" });
  await write(out, FIRST);
  assert.equal(withoutManifest(out), { ...FIRST, ...others });
});

test("changes, creates and removes, and leaves the rest untouched", async () => {
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

test("a link to a folder that it emptied stays", async () => {
  const out = temporaryFolder();
  mkdirSync(join(out, "real"));
  symlinkSync("real", join(out, "old"));
  await write(out, FIRST, { force: true });
  await write(out, SECOND);
  assert.ok(lstatSync(join(out, "old")).isSymbolicLink());
  assert.ok(isUpToDate(plan(out, SECOND)));
});

test("stops at every file that was edited, and changes nothing", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  for (const path of ["types.ts", "old/b.ts", "new/c.ts"])
    writeTree(out, { [path]: "mine\n" });
  const before = readTree(out);
  const found = await failuresOf(() => write(out, SECOND));
  const codes = found.map(({ code }) => code);
  assert.equal(codes, ["MCP310", "MCP311", "MCP310"]);
  assert.ok(
    found.some(({ message }) => /types\.ts was edited by hand/.test(message)),
  );
  assert.equal(readTree(out), before);
  await write(out, SECOND, { force: true });
  assert.is(withoutManifest(out)["types.ts"], "two\n");
});

test("takes CRLF for what it wrote", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  writeTree(out, { "types.ts": "one\r\n" });
  assert.ok(isUpToDate(plan(out, FIRST)));
  await write(out, SECOND);
  assert.is(withoutManifest(out)["types.ts"], "two\n");
});

/** A disk whose call number `at` of one kind finds it full. */
function fullDisk(kind: keyof Disk, at: number): Disk {
  let calls = 0;
  const call = (...args: [string, string]): void => {
    if (++calls === at) throw FULL;
    DISK[kind](...args);
  };
  return { ...DISK, [kind]: call };
}
const FULL = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });

/** Of what is written over what: calls of a kind, each of which may fail. */
const CALLS = [
  [FIRST, SECOND, "makeFolder", 4],
  [FIRST, SECOND, "writeFile", 3],
  [FIRST, SECOND, "rename", 6],
  [null, DEEP, "writeFile", 2],
  [null, DEEP, "rename", 3],
] as const;

for (const [first, second, kind, calls] of CALLS)
  test(`a full disk at any ${kind} leaves ${first ? "what was" : "nothing"}`, async () => {
    for (let at = 1; at <= calls; at++) {
      const out = join(temporaryFolder(), "deep", "out");
      if (first) await write(out, first);
      const before = first && readTree(out);
      const disk = fullDisk(kind, at);
      const error = await failureOf(() => write(out, second, { disk }));
      assert.match(error.message, /ENOSPC/, `${at}`);
      assert.is(existsSync(out), first !== null, `${at}`);
      if (before) assert.equal(readTree(out), before, `${at}`);
    }
  });

test("a failed run leaves what another wrote meanwhile", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "gen", "a");
  const others = { "gen/b/types.ts": "theirs\n" };
  const writeFile = (): void => {
    writeTree(folder, others);
    throw FULL;
  };
  const disk = { ...DISK, writeFile };
  assert.equal(await refusal(() => write(out, FIRST, { disk })), ["MCP303"]);
  assert.equal(readTree(folder), others);
  assert.equal(readdirSync(join(folder, "gen")), ["b"]);
});

test("a new folder is put in place whole", async () => {
  const out = temporaryFolder();
  const placed: string[] = [];
  const rename = (from: string, to: string): void => {
    DISK.rename(from, to);
    placed.push(relative(out, to));
  };
  await write(out, DEEP, { disk: { ...DISK, rename } });
  assert.equal(placed, ["a.ts", "in", MANIFEST_FILE]);
  placed.length = 0;
  const more = { ...DEEP, "in/d.ts": "d\n", "in/new/e.ts": "e\n" };
  await write(out, more, { disk: { ...DISK, rename } });
  assert.equal(
    placed.filter((path) => path.startsWith("in")),
    ["in/d.ts", "in/new"],
  );
  assert.ok(isUpToDate(plan(out, more)));
});

test("check lists missing, unexpected and changed files with diffs", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  writeTree(out, { "stray.ts": "stray\n", "note.txt": "note\n" });
  const all = findDrift(plan(out, SECOND));
  const drift = all.filter(({ path }) => path !== MANIFEST_FILE);
  assert.equal(
    drift.map(({ kind, path }) => `${kind} ${path}`),
    [
      "missing new/c.ts",
      "unexpected old/b.ts",
      "unexpected stray.ts",
      "changed types.ts",
    ],
  );
  assert.is(
    drift[3]?.diff,
    "--- a/types.ts\n+++ b/types.ts\n@@ -1,1 +1,1 @@\n-one\n+two\n",
  );
});

test.run();
