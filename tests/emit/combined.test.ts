/** Which revisions one server is made of, and what a lone one is spared. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/jobs/generate.js";
import { readTree, temporaryFolder, textOf } from "../support/folders.js";

const test = suite("files over several revisions");

async function outputOf(
  ...revisions: string[]
): Promise<Record<string, string>> {
  const out = temporaryFolder();
  await generate({ revisions, out });
  return readTree(out);
}

const versionsIn = (text: string): string[] =>
  [...text.matchAll(/^ {4}version: "(.+)",$/gm)].map(([, one]) => one ?? "");

for (const [asked, spoken] of [
  [
    ["2025-06-18", "2026-07-28"],
    ["2026-07-28", "2025-06-18"],
  ],
  [
    ["2025-06-18", "2025-06-18,2024-11-05"],
    ["2025-06-18", "2024-11-05"],
  ],
  // Both have one version string: the dated one is spoken, both are written.
  [["draft", "2026-07-28"], ["2026-07-28"]],
  [
    ["draft", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
  ],
] as const) {
  test(`${asked.join(" and ")}: ${spoken.join(", ")}`, async () => {
    const files = await outputOf(...asked);
    for (const side of ["server.ts", "client.ts"]) {
      assert.equal(versionsIn(textOf(files, side)), spoken);
    }
    for (const revision of asked.flatMap((one) => one.split(","))) {
      assert.ok(`${revision}/server.ts` in files);
    }
    const index = textOf(files, "index.ts");
    assert.match(index, 'export * from "./server.js";');
    assert.match(index, 'export * from "./client.js";');
  });
}

test.run();
