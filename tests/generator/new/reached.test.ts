/** Tests that the generated code of new projects has no unused declaration. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { newClient, newServer } from "../../../generator/new/api.js";
import { copyModules } from "../../harness/program/compiler.js";
import { temporaryFolder } from "../../harness/program/folders.js";
import { findUnreached } from "../../harness/program/reached.js";
import { WHOLE } from "../../harness/run/sampling.js";

/**
 * Files that may contain unused declarations: types.ts of the newest revision
 * contains all types, even unused ones.
 */
const newest = ["types.ts", "2026-07-28/types.ts"];

const test = suite("new: unused code");

const CASES = [
  ["server", "2025-11-25"],
  ["client", undefined],
  ["server", undefined],
  ["client", "2025-11-25"],
] as const;

for (const [side, revision] of WHOLE ? CASES : CASES.slice(0, 2))
  test(`\`new ${side}\` for ${revision ?? "all revisions"} generates no unused declaration`, async () => {
    const project = temporaryFolder();
    const revisions = revision === undefined ? undefined : [revision];
    const make = side === "server" ? newServer : newClient;
    await make({ folder: project, name: "a", revisions });
    const { folder, files } = copyModules(join(project, "src/generated"));
    const roots = files.filter(
      (file) =>
        !/^runtime\/|(?:methods|validators)\.ts$/.test(file) &&
        (!file.endsWith("types.ts") || newest.includes(file)),
    );
    assert.equal(findUnreached(folder, files, roots), []);
  });

test.run();
