/** Every code block of README.md and docs/ does what it says. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { blocksOf, runPage } from "../harness/program/pages.js";

/** Made from the program, and held to it by tests/docs/pages.test.ts. */
const HELD_ELSEWHERE = ["docs/model.md"];

const pages = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].filter((path) => !HELD_ELSEWHERE.includes(path));

const docs = suite("docs: code blocks");

docs("blocks are found with their files and reasons", () => {
  const page =
    "a\n\n<!-- file: x.ts -->\n\n```ts\n1;\n```\n\n```sh\nls\n```\n\n" +
    "<!-- not run: because -->\n\n````md\n```sh\nrm\n```\n````\n";
  assert.equal(blocksOf(page), [
    { language: "ts", text: "1;\n", line: 5, file: "x.ts", notRun: null },
    { language: "sh", text: "ls\n", line: 9, file: null, notRun: null },
    {
      language: "md",
      text: "```sh\nrm\n```\n",
      line: 15,
      file: null,
      notRun: "because",
    },
  ]);
});

for (const path of pages) docs(path, () => runPage(path));

docs.run();
