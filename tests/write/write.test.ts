import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
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
import { listModules, readTarget } from "../../generator/write/target.js";
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

const codes = (error: UserError): string[] =>
  error.diagnostics.map((d) => d.code);

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
  "what a killed run left is not output, even under our pid",
  async () => {
    const out = temporaryFolder();
    // Pids come again, and in a container the first one always does.
    writeTree(out, { [`.mcp-codegen-${process.pid}/new/runtime/x.ts`]: "x\n" });
    await write(out, FIRST);
    assert.equal(withoutManifest(out), FIRST);
  },
);

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
    writeTree(out, { "mine.txt": "mine\n", "old/mine.ts": "mine\n" });
    const before = statSync(join(out, "runtime/a.ts"), { bigint: true });
    await write(out, SECOND);
    assert.equal(withoutManifest(out), {
      "mine.txt": "mine\n",
      "new/c.ts": "c\n",
      "old/mine.ts": "mine\n",
      "runtime/a.ts": "a\n",
      "types.ts": "two\n",
    });
    const after = statSync(join(out, "runtime/a.ts"), { bigint: true });
    assert.is(after.mtimeNs, before.mtimeNs);
    assert.is(after.ino, before.ino);
  },
);

writing("removes a folder that it emptied", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  await write(out, SECOND);
  assert.throws(() => lstatSync(join(out, "old")), /ENOENT/);
});

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
    const error = await failure(() => write(out, SECOND));
    assert.equal(codes(error), ["MCP310", "MCP311", "MCP310"]);
    assert.match(error.message, "types.ts was edited by hand");
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
    assert.equal(codes(await failure(() => write(join(folder, out), FIRST))), [
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
  assert.equal(codes(await failure(() => write(out, FIRST))), ["MCP301"]);
  assert.equal(readTree(join(folder, "elsewhere")), {});
  const other = join(folder, "other");
  mkdirSync(other);
  symlinkSync(join(folder, "secret.ts"), join(other, "types.ts"));
  assert.equal(
    codes(await failure(() => write(other, FIRST, { force: true }))),
    ["MCP301"],
  );
  symlinkSync(join(folder, "nowhere"), join(folder, "dangling"));
});

writing("refuses a manifest that is broken or points outside", async () => {
  for (const text of [
    "{",
    "[]",
    '{"tool":"mcp-codegen","files":{"../x":"0"}}',
  ]) {
    const out = temporaryFolder();
    writeTree(out, { [MANIFEST_FILE]: text });
    assert.equal(codes(await failure(() => write(out, FIRST))), ["MCP302"]);
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

for (const [kind, calls] of [
  ["makeFolder", 4],
  ["writeFile", 3],
  ["rename", 5],
] as const)
  for (let at = 1; at <= calls; at++)
    writing(`a full disk at ${kind} ${at} leaves the old output`, async () => {
      const out = temporaryFolder();
      await write(out, FIRST);
      const before = readTree(out);
      const error = await failure(() =>
        write(out, SECOND, { disk: failingDisk(kind, at, "ENOSPC") }),
      );
      assert.equal(codes(error), ["MCP303"]);
      assert.match(error.message, "ENOSPC");
      assert.equal(readTree(out), before);
    });

writing("a full disk leaves no new folder behind", async () => {
  const folder = temporaryFolder();
  await failure(() =>
    write(join(folder, "deep", "out"), FIRST, {
      disk: failingDisk("writeFile", 2, "ENOSPC"),
    }),
  );
  assert.equal(readTree(folder), {});
  assert.throws(() => lstatSync(join(folder, "deep")), /ENOENT/);
});

writing("a failed run leaves what another wrote meanwhile", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "gen", "a");
  const others = { "gen/b/types.ts": "theirs\n" };
  const writeFile = (): void => {
    writeTree(folder, others);
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  const disk = { ...DISK, writeFile };
  assert.equal(codes(await failure(() => write(out, FIRST, { disk }))), [
    "MCP303",
  ]);
  assert.equal(readTree(folder), others);
  assert.equal(readdirSync(join(folder, "gen")), ["b"]);
});

writing("a link in place of the output folder stays", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  symlinkSync(join(folder, "nowhere"), out);
  assert.equal(codes(await failure(() => write(out, FIRST))), ["MCP303"]);
  assert.equal(readdirSync(folder), ["out"]);
});

const DEEP = { "a.ts": "a\n", "in/b.ts": "b\n", "in/side/c.ts": "c\n" };

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

for (const at of [1, 2, 3])
  writing(`a full disk at rename ${at} takes new folders back`, async () => {
    const out = temporaryFolder();
    const disk = failingDisk("rename", at, "ENOSPC");
    await failure(() => write(out, DEEP, { disk }));
    assert.equal(readdirSync(out), []);
  });

writing("an interruption while staging leaves the old output", async () => {
  const out = temporaryFolder();
  await write(out, FIRST);
  const before = readTree(out);
  const controller = new AbortController();
  const reason = new Error("stop");
  const disk: Disk = {
    ...DISK,
    writeFile(path, text) {
      DISK.writeFile(path, text);
      controller.abort(reason);
    },
  };
  try {
    await write(out, SECOND, { disk, signal: controller.signal });
    assert.unreachable();
  } catch (error) {
    assert.is(error, reason);
  }
  assert.equal(readTree(out), before);
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

writing(
  "what begins with a dot, and packages, are not looked into",
  async () => {
    const out = temporaryFolder();
    writeTree(out, {
      "a/stray.ts": "",
      "a/node_modules/b.ts": "",
      "a/.b/c.ts": "",
      "a.ts/b.ts": "",
    });
    assert.equal(listModules(out), ["a.ts/b.ts", "a/stray.ts"]);
    // So deep that no path leads there: whoever looks into it fails.
    const names = [".deep", ...Array<string>(20).fill("x".repeat(250))];
    const home = process.cwd();
    process.chdir(out);
    for (const name of names) {
      mkdirSync(name);
      process.chdir(name);
    }
    try {
      assert.is(listModules(out).length, 2);
    } finally {
      for (const name of names.reverse()) {
        process.chdir("..");
        rmdirSync(name);
      }
      process.chdir(home);
    }
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
        assert.equal(codes(error), ["MCP305"]);
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
        codes(await failure(() => refuseOthers(readTarget(folder, false)))),
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
