/** Folders in the output folder that are somebody else's. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listModules } from "../../generator/write/target.js";
import { temporaryFolder, writeTree } from "../support/folders.js";

const unreadable = suite("what can not be read in the output folder");

/** Does the work as somebody whom permissions bind. */
function unprivileged<T>(work: () => T): T {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    return work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

unreadable("a folder that may not be looked into is passed by", () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  writeTree(folder, {
    "a/b/c.ts": "",
    "data/of-a-database.ts": "",
    "z.ts": "",
    "z.txt": "",
    ".git/x.ts": "",
    "a/node_modules/y.ts": "",
  });
  const all = ["a/b/c.ts", "data/of-a-database.ts", "z.ts"];
  assert.equal(listModules(folder), all);
  chmodSync(join(folder, "data"), 0o000);
  const seen = unprivileged(() => listModules(folder));
  chmodSync(join(folder, "data"), 0o755);
  const windows = process.platform === "win32";
  assert.equal(seen, windows ? all : ["a/b/c.ts", "z.ts"]);
});

unreadable.run();
