/**
 * Tests of the protocol versions that the server and client for several
 * revisions support.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../../generator/pipeline/generate.js";
import { parseCells } from "../../harness/run/cases.js";
import {
  readTree,
  temporaryFolder,
  getFile,
} from "../../harness/program/folders.js";

const test = suite("emit: files over several revisions");

const versionsIn = (text: string): string =>
  [...text.matchAll(/^ {4}version: "(.+)",$/gm)]
    .map(([, version]) => version)
    .join();

/**
 * Requested revisions, and the protocol versions that the generated server and
 * client support.
 */
for (const [asked = "", spoken] of parseCells(`
  2025-06-18 2026-07-28 | 2026-07-28,2025-06-18
  2025-06-18 2025-06-18,2024-11-05 | 2025-06-18,2024-11-05
  draft 2026-07-28 | 2026-07-28
  draft 2025-11-25 | 2026-07-28,2025-11-25
`))
  test(`the server and client generated for the revisions ${asked} support the protocol versions ${spoken}`, async () => {
    const out = temporaryFolder();
    await generate({ revisions: asked.split(" "), out });
    const files = readTree(out);
    const index = getFile(files, "index.ts");
    for (const side of ["server", "client"]) {
      assert.is(versionsIn(getFile(files, `${side}.ts`)), spoken);
      assert.match(index, `export * from "./${side}.js";`);
    }
    for (const revision of asked.split(/[ ,]/))
      assert.match(
        getFile(files, `${revision}/server.ts`),
        ` * revision:        ${revision}\n`,
      );
  });

for (const [only, count] of [
  ["server", 1],
  ["client", 1],
  ["types", 0],
] as const)
  test(`\`generate --only ${only}\` returns ${count} warnings for two revisions with the same protocol version`, async () => {
    const revisions = ["2026-07-28", "draft"];
    const out = temporaryFolder();
    const { warnings } = await generate({ revisions, only: [only], out });
    assert.equal(
      warnings.map(({ code }) => code),
      Array(count).fill("MCP223"),
    );
  });

test("in a server project, server.ts supports all protocol versions, but client.ts supports only the newest", async () => {
  const out = temporaryFolder();
  const project = { side: "server", make: () => Promise.resolve([]) } as const;
  const revisions = ["2025-06-18", "2026-07-28"];
  await generate({ revisions, out, project });
  const files = readTree(out);
  assert.is(versionsIn(getFile(files, "server.ts")), "2026-07-28,2025-06-18");
  assert.not.match(getFile(files, "client.ts"), '"2025-06-18"');
});

test.run();
