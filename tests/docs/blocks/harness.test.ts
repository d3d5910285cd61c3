/** Tests of the harness that runs the code blocks of documentation pages. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseBlocks, unusedPrograms } from "../../harness/program/pages.js";

const test = suite("docs: code block harness");

test("`parseBlocks` returns the code blocks of a page, each with a file name or skip reason", () => {
  const page =
    "a\n\n<!-- file: x.ts -->\n\n```ts\n1;\n```\n\n```sh\nls\n```\n\n" +
    "<!-- module: y.ts -->\n\n```ts\n2;\n```\n\n" +
    "<!-- not run: because -->\n\n````md\n```sh\nrm\n```\n````\n";
  const plain = { file: null, moduleOnly: false, notRun: null };
  assert.equal(parseBlocks(page), [
    { ...plain, language: "ts", text: "1;\n", line: 5, file: "x.ts" },
    { ...plain, language: "sh", text: "ls\n", line: 9 },
    {
      ...plain,
      language: "ts",
      text: "2;\n",
      line: 15,
      file: "y.ts",
      moduleOnly: true,
    },
    {
      ...plain,
      language: "md",
      text: "```sh\nrm\n```\n",
      line: 21,
      notRun: "because",
    },
  ]);
});

test("if no command on a page runs a program of the page, `unusedPrograms` returns the program", () => {
  const program = "<!-- file: x.ts -->\n\n```ts\n1;\n```\n\n";
  const run = "```sh\nnode build/x.js\n```\n";
  assert.equal(unusedPrograms(program), ["x.ts"]);
  assert.equal(unusedPrograms(program + run), []);
  assert.equal(unusedPrograms(program.replace("file", "module")), []);
});

test.run();
