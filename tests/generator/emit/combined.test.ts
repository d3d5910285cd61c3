/** Which revisions one server is made of, and what a lone one is spared. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../../generator/pipeline/generate.js";
import { cellsOf } from "../../harness/run/cases.js";
import {
  readTree,
  temporaryFolder,
  textOf,
} from "../../harness/program/folders.js";

const test = suite("files over several revisions");

const versionsIn = (text: string): string =>
  [...text.matchAll(/^ {4}version: "(.+)",$/gm)].map(([, one]) => one).join();

/** Revisions that are asked for, and spoken. */
for (const [asked = "", spoken] of cellsOf(`
  2025-06-18 2026-07-28 | 2026-07-28,2025-06-18
  2025-06-18 2025-06-18,2024-11-05 | 2025-06-18,2024-11-05
  draft 2026-07-28 | 2026-07-28
  draft 2025-11-25 | 2026-07-28,2025-11-25
`))
  test(`${asked}: ${spoken}`, async () => {
    const out = temporaryFolder();
    await generate({ revisions: asked.split(" "), out });
    const files = readTree(out);
    const index = textOf(files, "index.ts");
    for (const side of ["server", "client"]) {
      assert.is(versionsIn(textOf(files, `${side}.ts`)), spoken);
      assert.match(index, `export * from "./${side}.js";`);
    }
    for (const revision of asked.split(/[ ,]/))
      assert.ok(`${revision}/server.ts` in files);
  });

test.run();
