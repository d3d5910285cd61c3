/** Output is as few files and lines as it takes; starters are the least of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/jobs/generate.js";
import { newClient, newServer } from "../../generator/starter/api.js";
import { ROOT } from "../support/cli.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { PROVEN } from "../support/whole.js";

const size = suite("size");

/** Files, and lines with code: neither empty nor of comments alone. */
function sizeOf(output: string): { files: number; lines: number } {
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
  ...PROVEN.map((one) => [one, "stdio", 15, 9_000] as const),
  ...PROVEN.map((one) => [one, "http", 16, 11_500] as const),
  [undefined, "stdio", 30, 16_000] as const,
  [undefined, "http", 30, 16_000] as const,
];

for (const [revision, transport, most, lines] of STARTERS)
  size(`a starter is small: ${revision}, ${transport}`, async () => {
    const revisions = revision === undefined ? undefined : [revision];
    const size = sizeOf(await starter(revisions, transport));
    assert.ok(size.files <= most, `${size.files} files`);
    assert.ok(size.lines <= lines, `${size.lines} lines`);
  });

for (const revision of [...PROVEN, undefined])
  size(`a client's starter is small: ${revision}`, async () => {
    const size = sizeOf(await client(revision));
    const [files, lines] = revision ? [16, 11_500] : [30, 16_000];
    assert.ok(size.files <= files, `${size.files} files`);
    assert.ok(size.lines <= lines, `${size.lines} lines`);
  });

size("validators can be read: at most 3,800 lines of 2025-06-18", async () => {
  const text = readTree(await outputOf("2025-06-18"))["validators.ts"] ?? "";
  const lines = text.split("\n").length - 1;
  assert.ok(lines <= 3_800, `${lines} lines`);
});

/** The rows of README's table, each with how its output is made. */
const SHOWN: Record<string, () => Promise<string>> = {
  "one revision, whole": () => outputOf("2025-06-18"),
  "`--only types,methods,validators`": async () => {
    const out = temporaryFolder();
    const only = ["types", "methods", "validators"];
    await generate({ revisions: ["2025-06-18"], only, out });
    return out;
  },
  "a server's `src/generated`, one revision, stdio": () =>
    starter(["2025-11-25"], "stdio"),
  "the same over HTTP": () => starter(["2025-11-25"], "http"),
  "a server's `src/generated`, every revision": () => starter(),
  "a client's `src/generated`, every revision": () => client(),
};

async function client(revision?: string): Promise<string> {
  const folder = temporaryFolder();
  const revisions = revision === undefined ? undefined : [revision];
  await newClient({ folder, name: "a", revisions });
  return join(folder, "src/generated");
}

async function starter(
  revisions?: readonly string[],
  transport?: "stdio" | "http",
): Promise<string> {
  const folder = temporaryFolder();
  await newServer({ folder, name: "a", revisions, transport });
  return join(folder, "src/generated");
}

size("README's table has the numbers of today", async () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  for (const [label, output] of Object.entries(SHOWN)) {
    const { files, lines } = sizeOf(await output());
    const rounded = (Math.round(lines / 100) * 100).toLocaleString("en");
    const row = readme.split("\n").find((one) => one.startsWith(`| ${label} `));
    const cells = row?.split("|").map((cell) => cell.trim());
    assert.equal(cells?.slice(2, 4), [`${files}`, rounded], label);
  }
});

size.run();
