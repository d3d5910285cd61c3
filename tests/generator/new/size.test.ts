/** Tests of the limits on the number of files and lines of generated code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../../generator/pipeline/generate.js";
import { ROOT } from "../../harness/program/cli.js";
import { readTree, temporaryFolder } from "../../harness/program/folders.js";
import { getOutput } from "../../harness/run/shared-output.js";
import { TESTED_REVISIONS } from "../../harness/run/sampling.js";
import { createProject } from "../../harness/new/project.js";

const test = suite("new: size");

/**
 * Returns the number of generated files and the number of their lines of code.
 */
function measure(output: string): { files: number; lines: number } {
  const tree = Object.entries(readTree(output));
  const modules = tree.filter(([path]) => path.endsWith(".ts"));
  const lines = modules.flatMap(([, text]) =>
    text
      .replace(/^\s*\/\*(?!@__PURE__)[^]*?\*\/\s*$/gm, "")
      .split("\n")
      .filter((line) => line.trim() !== "" && !/^\s*\/\//.test(line)),
  );
  return { files: tree.length, lines: lines.length };
}

const STARTERS = [
  ...TESTED_REVISIONS.flatMap(
    (rev) =>
      [
        [`server --rev ${rev}`, 16, 12_600],
        [`server --rev ${rev} --transports http,sse`, 18, 15_400],
        [`client --rev ${rev}`, 19, 17_900],
      ] as const,
  ),
  ["server", 32, 17_600],
  ["server --transports http,sse", 32, 20_850],
  ["client", 33, 22_600],
] as const;

for (const [words, files, lines] of STARTERS)
  test(`\`new ${words}\` generates at most ${files} files and ${lines} lines`, async () => {
    const [kind = "", ...args] = words.split(" ");
    const size = measure(await starter(kind, ...args));
    assert.ok(size.files <= files, `${size.files} files`);
    assert.ok(size.lines <= lines, `${size.lines} lines`);
  });

test("validators.ts of 2025-06-18 has at most 3,820 lines", async () => {
  const text = readTree(await getOutput("2025-06-18"))["validators.ts"] ?? "";
  const lines = text.split("\n").length - 1;
  assert.ok(lines <= 3_820, `${lines} lines`);
});

/**
 * Rows of the table of sizes in the documentation, each with a function that
 * generates the measured output.
 */
const SHOWN: Record<string, () => Promise<string>> = {
  "one revision, all outputs": () => getOutput("2025-06-18"),
  "`--only types,methods,validators`": async () => {
    const out = temporaryFolder();
    const only = ["types", "methods", "validators"];
    await generate({ revisions: ["2025-06-18"], only, out });
    return out;
  },
  "a server's `src/generated`, one revision, stdio": () =>
    starter("server", "--rev", "2025-11-25"),
  "a server's `src/generated`, one revision, HTTP": () =>
    starter("server", "--rev", "2025-11-25", "--transports", "http,sse"),
  "a server's `src/generated`, every revision": () => starter("server"),
  "a client's `src/generated`, every revision": () => starter("client"),
};

async function starter(
  kind: string,
  ...args: readonly string[]
): Promise<string> {
  return join(await createProject(kind, args), "project/src/generated");
}

test("the sizes of generated files in docs/getting-started-bindings.md equal the measured sizes", async () => {
  const page = readFileSync(
    join(ROOT, "docs/getting-started-bindings.md"),
    "utf8",
  );
  const rows: string[] = [];
  for (const [label, output] of Object.entries(SHOWN)) {
    const { files, lines } = measure(await output());
    const rounded = (Math.round(lines / 100) * 100).toLocaleString("en");
    rows.push(`${label} | ${files} | ${rounded}`);
  }
  const shown = page
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, label = ""]) => Object.hasOwn(SHOWN, label))
    .map((cells) => cells.slice(1, 4).join(" | "));
  assert.equal(shown, rows);
});

test.run();
