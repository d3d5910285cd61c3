/** Where output does not go. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isInsidePath, MANIFEST_FILE } from "../../generator/write/manifest.js";
import { isUpToDate } from "../../generator/write/plan.js";
import { isLater, refuseOthers } from "../../generator/write/refuse.js";
import { readTarget } from "../../generator/write/target.js";
import { failureOf } from "../support/failures.js";
import { folderWith, readTree, temporaryFolder } from "../support/folders.js";
import { FIRST, plan, refusal, SECOND, write } from "./support.js";

const refusing = suite("write: refused");

refusing("refuses a folder that is a file, or below one", async () => {
  const folder = folderWith({ file: "" });
  for (const out of ["file", "file/out"])
    assert.equal(await refusal(() => write(join(folder, out), FIRST)), [
      "MCP300",
    ]);
});

refusing("refuses links that lead out, and follows none", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  mkdirSync(join(folder, "elsewhere"));
  writeFileSync(join(folder, "secret.ts"), "secret\n");
  mkdirSync(out);
  symlinkSync(join(folder, "elsewhere"), join(out, "runtime"));
  assert.equal(await refusal(() => write(out, FIRST)), ["MCP301"]);
  assert.equal(readTree(join(folder, "elsewhere")), {});
  const other = join(folder, "other");
  mkdirSync(other);
  symlinkSync(join(folder, "secret.ts"), join(other, "types.ts"));
  assert.equal(await refusal(() => write(other, FIRST, { force: true })), [
    "MCP301",
  ]);
});

refusing("refuses a manifest that is broken or points outside", async () => {
  for (const text of [
    "{",
    "[]",
    '{"tool":"mcp-codegen","files":{"../x":"0"}}',
  ]) {
    const out = folderWith({ [MANIFEST_FILE]: text });
    assert.equal(await refusal(() => write(out, FIRST)), ["MCP302"]);
    await write(out, FIRST, { force: true });
    assert.ok(isUpToDate(plan(out, FIRST)));
  }
});

/** What is in a folder, and why output does not go there, or null. */
const FOLDERS: readonly (readonly [Record<string, string>, string | null])[] = [
  [{ ".git/HEAD": "" }, "has .git in it"],
  [{ "package.json": "{}", "gen/.mcp-codegen.json": "{}" }, "has package.json"],
  [{ "main.ts": "", "a/b.ts": "" }, "has a and 1 more in it"],
  [{ "a/b/.mcp-codegen.json": "{}" }, "has a in it"],
  [{}, null],
  [{ ".gitignore": "", ".idea/x": "", "README.md": "" }, null],
  [{ "notes.txt": "", "draft/.mcp-codegen.json": "{}" }, null],
];
for (const [files, owner] of FOLDERS)
  refusing(
    `${Object.keys(files).join(", ") || "nothing"} in a folder ${owner === null ? "leaves it to us" : "is somebody else's, until --force"}`,
    async () => {
      const out = folderWith(files);
      if (owner !== null) {
        const error = await failureOf(() => write(out, FIRST));
        assert.is(error.code, "MCP305");
        assert.match(error.message, owner);
        assert.equal(readTree(out), files);
      }
      await write(out, FIRST, { force: owner !== null });
      // Who chose it once has chosen it.
      await write(out, SECOND);
      assert.is(readTree(out)["types.ts"], "two\n");
    },
  );

refusing("a root and a home folder are refused", async () => {
  const { HOME } = process.env;
  const home = temporaryFolder();
  process.env["HOME"] = home;
  try {
    for (const folder of ["/", home])
      assert.equal(
        await refusal(() => refuseOthers(readTarget(folder, false))),
        ["MCP305"],
      );
  } finally {
    process.env["HOME"] = HOME;
  }
});

/** Versions by the rules of semver: each comes after the one before. */
const VERSIONS = [
  "",
  "0.1.0-rc.2",
  "0.1.0-rc.10",
  "0.1.0",
  "0.2.0",
  "0.10.0",
  "1.0.0",
];
refusing("knows which version comes later", () => {
  for (const [at, one] of VERSIONS.entries())
    for (const [before, other] of VERSIONS.entries())
      assert.is(isLater(one, other), at > before, `${one} after ${other}`);
  assert.not.ok(isLater("0.1.0+b", "0.1.0+a"));
});

refusing("knows a path that stays inside", () => {
  for (const path of ["a.ts", "a/b.ts", ".mcp-codegen.json"])
    assert.ok(isInsidePath(path), path);
  for (const path of [
    "",
    "/a",
    "../a",
    "a/../b",
    "a//b",
    "./a",
    "a\\b",
    "C:/a",
    "a\0",
  ])
    assert.not.ok(isInsidePath(path), path);
});

refusing.run();
