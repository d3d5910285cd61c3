import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UserError } from "../../generator/support/errors.js";
import { applyPlan } from "../../generator/write/apply.js";
import { findDrift } from "../../generator/write/check.js";
import { DISK, type Disk } from "../../generator/write/disk.js";
import { isInsidePath, MANIFEST_FILE } from "../../generator/write/manifest.js";
import {
  isUpToDate,
  planWrite,
  type Plan,
} from "../../generator/write/plan.js";
import {
  isLater,
  refuseLosses,
  refuseOthers,
} from "../../generator/write/refuse.js";
import { readTarget } from "../../generator/write/target.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";

const HEAD = {
  tool: "mcp-codegen",
  version: "0.0.0",
  options: { source: "bundled" },
  sources: [],
} as const;

const FIRST = { "types.ts": "one\n", "runtime/a.ts": "a\n", "old/b.ts": "b\n" };
const SECOND = {
  "types.ts": "two\n",
  "runtime/a.ts": "a\n",
  "new/c.ts": "c\n",
};

const DEEP = { "a.ts": "a\n", "in/b.ts": "b\n", "in/side/c.ts": "c\n" };

function plan(out: string, files: Record<string, string>, force = false): Plan {
  return planWrite(
    readTarget(out, force),
    Object.entries(files).map(([path, text]) => ({ path, text })),
    HEAD,
  );
}

async function write(
  out: string,
  files: Record<string, string>,
  options: { disk?: Disk; force?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const planned = plan(out, files, options.force);
  if (!options.force) refuseOthers(planned.target);
  if (!options.force) refuseLosses(planned, HEAD.version);
  await applyPlan(planned, options);
}

async function failure(work: () => unknown): Promise<UserError> {
  try {
    await work();
  } catch (error) {
    assert.instance(error, UserError);
    return error as UserError;
  }
  throw new Error("It did not fail.");
}

/** Codes of what a write is refused with. */
async function refusal(work: () => unknown): Promise<string[]> {
  return (await failure(work)).diagnostics.map(({ code }) => code);
}

function withoutManifest(out: string): Record<string, string> {
  const { [MANIFEST_FILE]: manifest, ...rest } = readTree(out);
  assert.ok(manifest, "a manifest is there");
  return rest;
}

const writing = suite("write");

writing("writes a new folder, then says that it is up to date", async () => {
  const out = join(temporaryFolder(), "deep", "out");
  await write(out, FIRST);
  assert.equal(withoutManifest(out), {
    "old/b.ts": "b\n",
    "runtime/a.ts": "a\n",
    "types.ts": "one\n",
  });
  assert.ok(isUpToDate(plan(out, FIRST)));
});

writing(
  "what a killed run left goes, what a running one has stays",
  async () => {
    const out = temporaryFolder();
    const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
    const living = `.mcp-codegen-${process.ppid}/new/types.ts`;
    const others = { [living]: "x\n", ".mcp-codegen-notes/a": "mine\n" };
    writeTree(out, { ...others, [`.mcp-codegen-${dead}/new/types.ts`]: "x\n" });
    await write(out, FIRST);
    assert.equal(withoutManifest(out), { ...FIRST, ...others });
  },
);

writing(
  "changes, creates and removes, and leaves the rest untouched",
  async () => {
    const out = temporaryFolder();
    await write(out, FIRST);
    writeTree(out, { "mine.txt": "mine\n" });
    const before = statSync(join(out, "runtime/a.ts"), { bigint: true });
    await write(out, SECOND);
    assert.equal(withoutManifest(out), {
      "mine.txt": "mine\n",
      "new/c.ts": "c\n",
      "runtime/a.ts": "a\n",
      "types.ts": "two\n",
    });
    assert.not(existsSync(join(out, "old")));
    const after = statSync(join(out, "runtime/a.ts"), { bigint: true });
    assert.is(after.mtimeNs, before.mtimeNs);
    assert.is(after.ino, before.ino);
  },
);

writing("a link to a folder that it emptied stays", async () => {
  const out = temporaryFolder();
  mkdirSync(join(out, "real"));
  symlinkSync("real", join(out, "old"));
  await write(out, FIRST, { force: true });
  await write(out, SECOND);
  assert.ok(lstatSync(join(out, "old")).isSymbolicLink());
  assert.ok(isUpToDate(plan(out, SECOND)));
});

writing(
  "stops at every file that was edited, and changes nothing",
  async () => {
    const out = temporaryFolder();
    await write(out, FIRST);
    writeTree(out, {
      "types.ts": "mine\n",
      "old/b.ts": "mine\n",
      "new/c.ts": "mine\n",
    });
    const before = readTree(out);
    const { diagnostics, message } = await failure(() => write(out, SECOND));
    const codes = diagnostics.map(({ code }) => code);
    assert.equal(codes, ["MCP310", "MCP311", "MCP310"]);
    assert.match(message, "types.ts was edited by hand");
    assert.equal(readTree(out), before);
    await write(out, SECOND, { force: true });
    assert.is(withoutManifest(out)["types.ts"], "two\n");
  },
);

writing("takes CRLF for what it wrote", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  writeTree(out, { "types.ts": "one\r\n" });
  assert.ok(isUpToDate(plan(out, FIRST)));
  await write(out, SECOND);
  assert.is(withoutManifest(out)["types.ts"], "two\n");
});

writing("refuses a folder that is a file, or below one", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { file: "" });
  for (const out of ["file", "file/out"])
    assert.equal(await refusal(() => write(join(folder, out), FIRST)), [
      "MCP300",
    ]);
});

writing("refuses links that lead out, and follows none", async () => {
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

writing("refuses a manifest that is broken or points outside", async () => {
  for (const text of [
    "{",
    "[]",
    '{"tool":"mcp-codegen","files":{"../x":"0"}}',
  ]) {
    const out = temporaryFolder();
    writeTree(out, { [MANIFEST_FILE]: text });
    assert.equal(await refusal(() => write(out, FIRST)), ["MCP302"]);
    await write(out, FIRST, { force: true });
    assert.ok(isUpToDate(plan(out, FIRST)));
  }
});

/** A disk whose call number `at` of one kind fails with `code`. */
function failingDisk(kind: keyof Disk, at: number, code: string): Disk {
  let calls = 0;
  const fail = (): void => {
    if (++calls === at) throw Object.assign(new Error(code), { code });
  };
  return {
    ...DISK,
    [kind]: (...args: [string, string]) => {
      fail();
      DISK[kind](...args);
    },
  };
}

/** Output, that of the run that fails, and how many calls of each kind it has. */
const FULL: readonly (readonly [
  before: Record<string, string>,
  after: Record<string, string>,
  calls: Partial<Record<keyof Disk, number>>,
])[] = [
  [FIRST, SECOND, { makeFolder: 4, writeFile: 3, rename: 6 }],
  [{}, DEEP, { writeFile: 2, rename: 3 }],
];

for (const [first, second, kinds] of FULL)
  for (const [kind, calls] of Object.entries(kinds))
    writing(
      `a full disk at any ${kind} leaves ${Object.keys(first)}`,
      async () => {
        for (let at = 1; at <= calls; at++) {
          const out = join(temporaryFolder(), "deep", "out");
          if (first === FIRST) await write(out, first);
          const there = existsSync(out);
          const before = there ? readTree(out) : {};
          const disk = failingDisk(kind as keyof Disk, at, "ENOSPC");
          const error = await failure(() => write(out, second, { disk }));
          assert.match(error.message, /ENOSPC/, `${at}`);
          assert.is(existsSync(out), there, `${at}`);
          if (there) assert.equal(readTree(out), before, `${at}`);
        }
      },
    );

writing("a failed run leaves what another wrote meanwhile", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "gen", "a");
  const others = { "gen/b/types.ts": "theirs\n" };
  const writeFile = (): void => {
    writeTree(folder, others);
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  const disk = { ...DISK, writeFile };
  assert.equal(await refusal(() => write(out, FIRST, { disk })), ["MCP303"]);
  assert.equal(readTree(folder), others);
  assert.equal(readdirSync(join(folder, "gen")), ["b"]);
});

writing("a new folder is put in place whole", async () => {
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

writing(
  "check lists missing, unexpected and changed files with diffs",
  async () => {
    const out = temporaryFolder();
    await write(out, FIRST);
    writeTree(out, { "stray.ts": "stray\n", "note.txt": "note\n" });
    const drift = findDrift(plan(out, SECOND)).filter(
      (d) => d.path !== MANIFEST_FILE,
    );
    assert.equal(
      drift.map((d) => [d.kind, d.path]),
      [
        ["missing", "new/c.ts"],
        ["unexpected", "old/b.ts"],
        ["unexpected", "stray.ts"],
        ["changed", "types.ts"],
      ],
    );
    assert.is(
      drift[3]?.diff,
      "--- a/types.ts\n+++ b/types.ts\n@@ -1,1 +1,1 @@\n-one\n+two\n",
    );
  },
);

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
  writing(
    `${Object.keys(files).join(", ") || "nothing"} in a folder ${owner === null ? "leaves it to us" : "is somebody else's, until --force"}`,
    async () => {
      const out = temporaryFolder();
      writeTree(out, files);
      if (owner !== null) {
        const error = await failure(() => write(out, FIRST));
        assert.is(error.diagnostics[0]?.code, "MCP305");
        assert.match(error.message, owner);
        assert.equal(readTree(out), files);
      }
      await write(out, FIRST, { force: owner !== null });
      // Who chose it once has chosen it.
      await write(out, SECOND);
      assert.is(readTree(out)["types.ts"], "two\n");
    },
  );

writing("a root and a home folder are refused", async () => {
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
writing("knows which version comes later", () => {
  for (const [at, one] of VERSIONS.entries())
    for (const [before, other] of VERSIONS.entries())
      assert.is(isLater(one, other), at > before, `${one} after ${other}`);
  assert.not.ok(isLater("0.1.0+b", "0.1.0+a"));
});

writing("knows a path that stays inside", () => {
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

writing.run();
