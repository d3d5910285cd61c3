/** Tests of folders and files that the generator refuses to overwrite. */
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MANIFEST_FILE } from "../../../generator/write/manifest.js";
import { isUpToDate } from "../../../generator/write/plan.js";
import { refuseOthers } from "../../../generator/write/refuse.js";
import { findStrays } from "../../../generator/write/strays.js";
import { readTarget } from "../../../generator/write/target.js";
import { getFailure } from "../../harness/run/failures.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
} from "../../harness/program/folders.js";
import {
  FIRST,
  plan,
  getRefusal,
  SECOND,
  write,
} from "../../harness/source/output-folder.js";

const test = suite("write: refused folders");

test("`write` does not follow a symbolic link that leads out of the output folder", async () => {
  const folder = folderWith({ "secret.ts": "secret\n" });
  for (const name of ["elsewhere", "out", "other"])
    mkdirSync(join(folder, name));
  symlinkSync(join(folder, "elsewhere"), join(folder, "out/runtime"));
  symlinkSync(join(folder, "secret.ts"), join(folder, "other/types.ts"));
  const [out, other] = [join(folder, "out"), join(folder, "other")];
  assert.equal(await getRefusal(() => write(out, FIRST)), ["MCP301"]);
  assert.equal(readTree(join(folder, "elsewhere")), {});
  const forced = () => write(other, FIRST, { force: true });
  assert.equal(await getRefusal(forced), ["MCP301"]);
});

test("`write` rejects a manifest that lists a file outside of the output folder", async () => {
  for (const text of ["{", '{"tool":"mcp-codegen","files":{"../x":"0"}}']) {
    const out = folderWith({ [MANIFEST_FILE]: text });
    assert.equal(await getRefusal(() => write(out, FIRST)), ["MCP302"]);
    await write(out, FIRST, { force: true });
    assert.ok(isUpToDate(plan(out, FIRST)));
  }
});

/**
 * Test cases: the files in an output folder, and the reason for the refusal, or
 * null if the folder is accepted.
 */
const FOLDERS: readonly (readonly [Record<string, string>, string | null])[] = [
  [{ ".git/HEAD": "" }, "contains .git"],
  [
    { "package.json": "{}", "gen/.mcp-codegen.json": "{}" },
    "contains package.json",
  ],
  [
    { "main.ts": "", "a/b.ts": "" },
    "contains a and 1 more, but no .mcp-codegen.json",
  ],
  [{ "a/b/.mcp-codegen.json": "{}" }, "contains a"],
  [{}, null],
  [{ ".gitignore": "", ".idea/x": "", "README.md": "" }, null],
  [{ "notes.txt": "", "draft/.mcp-codegen.json": "{}" }, null],
];
for (const [files, owner] of FOLDERS)
  test(`\`write\` ${owner === null ? "accepts" : "rejects"} an output folder that contains ${Object.keys(files).join(", ") || "no files"}`, async () => {
    const out = folderWith(files);
    if (owner !== null) {
      const error = await getFailure(() => write(out, FIRST));
      assert.is(error.code, "MCP305");
      assert.match(error.message, owner);
      assert.equal(readTree(out), files);
    }
    await write(out, FIRST, { force: owner !== null });
    // A later run needs no --force, because an earlier run has written to the
    // folder with --force.
    await write(out, SECOND);
    assert.is(readTree(out)["types.ts"], "two\n");
  });

test("`refuseOthers` rejects the root folder and the home folder as output folders", async () => {
  const { HOME } = process.env;
  const home = temporaryFolder();
  process.env["HOME"] = home;
  try {
    for (const folder of ["/", home]) {
      const target = readTarget(folder, false);
      assert.equal(await getRefusal(() => refuseOthers(target)), ["MCP305"]);
    }
  } finally {
    process.env["HOME"] = HOME;
  }
});

/**
 * Runs `work` as an unprivileged user, because file permissions do not restrict
 * root.
 */
function unprivileged<T>(work: () => T): T {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    return work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

test("`findStrays` skips a folder without read permission", () => {
  const all = ["a/b/c.ts", "data/of-a-database.ts", "z.ts"];
  const others = ["z.txt", ".git/x.ts", "a/node_modules/y.ts"];
  const files = [...all, ...others].map((path) => [path, ""]);
  const folder = folderWith(Object.fromEntries(files));
  chmodSync(folder, 0o755);
  const list = () => findStrays(folder, new Set());
  assert.equal(list(), all);
  chmodSync(join(folder, "data"), 0o000);
  const seen = unprivileged(list);
  chmodSync(join(folder, "data"), 0o755);
  const windows = process.platform === "win32";
  assert.equal(seen, windows ? all : ["a/b/c.ts", "z.ts"]);
});

test.run();
