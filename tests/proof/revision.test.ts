/**
 * Rehearsal of a new revision: removes 2026-07-28 from a copy of this
 * repository, and adds it again with `make revision`. Needs the
 * repository of the specification: `make test-all UPSTREAM=DIR`.
 */
import { execFile } from "node:child_process";
import {
  cpSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";

const test = suite("proof: a new revision");

const UPSTREAM = process.env["MCP_UPSTREAM"];
const REVISION = "2026-07-28";
const withUpstream = UPSTREAM ? test : test.skip;

async function run(cwd: string, words: readonly string[]): Promise<string> {
  const [command = "", ...args] = words;
  const options = { cwd, maxBuffer: 1e8 };
  return (await promisify(execFile)(command, args, options)).stdout;
}

/**
 * Copies the files of this repository that Git tracks, except the tests, the
 * benchmarks, and the files of the revision `REVISION`.
 */
async function copyWithoutRevision(): Promise<string> {
  const folder = temporaryFolder();
  const paths = await run(ROOT, ["git", "ls-files", "-z"]);
  for (const path of paths.split("\0").filter(Boolean))
    if (!/^(tests|bench)\//.test(path))
      cpSync(join(ROOT, path), join(folder, path));
  // Copy node_modules. With a symbolic link, `make` would install packages into
  // this repository.
  cpSync(join(ROOT, "node_modules"), join(folder, "node_modules"), {
    recursive: true,
  });
  const now = new Date();
  utimesSync(join(folder, "node_modules/.package-lock.json"), now, now);
  for (const path of ["schema", "snapshots"])
    rmSync(join(folder, path, REVISION), { recursive: true });
  rmSync(join(folder, `docs/changes/${REVISION}..draft.md`));
  rmSync(join(folder, `docs/changes/2025-11-25..${REVISION}.md`));
  const file = join(folder, "schema/revisions.json");
  const table = JSON.parse(readFileSync(file, "utf8"));
  delete table.revisions[REVISION];
  writeFileSync(file, JSON.stringify({ ...table, latest: "2025-11-25" }));
  return folder;
}

/**
 * Returns the files in which the copy differs from this repository. Ignores
 * snapshots, because they contain the comments of the schema.
 */
async function findDifferent(folder: string): Promise<string[]> {
  const paths = await run(ROOT, ["git", "ls-files", "-z"]);
  return paths
    .split("\0")
    .filter((path) => path !== "" && !/^(tests|bench|snapshots)\//.test(path))
    .filter((path) => {
      const [copy, own] = [folder, ROOT].map((root) =>
        readFileSync(join(root, path)),
      );
      return !copy?.equals(own ?? Buffer.alloc(0));
    });
}

/**
 * Returns the counts that `make revision` prints as `Name: number`, by name.
 */
function getCounts(printed: string): Record<string, number> {
  const counts = printed.matchAll(/^([A-Z][a-z ]+): (\d+)$/gm);
  return Object.fromEntries(
    [...counts].map(([, name = "", count]) => [name, Number(count)]),
  );
}

/**
 * Schemas from which `make revision` takes the comments, each with the expected
 * number of missing comments.
 */
const CASES = {
  "the draft": { draft: "draft", missing: 0 },
  "the preceding revision": { draft: "2025-11-25", missing: 69 },
};

for (const [name, { draft, missing }] of Object.entries(CASES))
  withUpstream(
    `make revision adds ${REVISION} with the comments of ${name}`,
    async () => {
      const folder = await copyWithoutRevision();
      cpSync(
        join(ROOT, `schema/${draft}/schema.ts`),
        join(folder, "schema/draft/schema.ts"),
      );
      const words = ["-s", `REV=${REVISION}`, `UPSTREAM=${UPSTREAM}`];
      const printed = await run(folder, ["make", ...words, "revision"]);
      const counts = getCounts(printed);
      assert.is(counts["Comments to write"], missing);
      assert.ok((counts["Decisions"] ?? Infinity) <= 10, printed);
      const read = (root: string) =>
        JSON.parse(readFileSync(join(root, "schema/revisions.json"), "utf8"));
      assert.equal(read(folder), read(ROOT));
      // Only the schema may differ, because all other files of a revision are
      // generated.
      if (draft === "draft")
        assert.equal(await findDifferent(folder), [
          `schema/${REVISION}/schema.ts`,
        ]);
    },
  );

test.run();
