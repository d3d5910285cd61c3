/** Output is as few files and lines as it takes; starters are the least of it. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/jobs/generate.js";
import { newServer } from "../../generator/starter/api.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { REVISIONS } from "../support/models.js";

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
  ...REVISIONS.map((one) => [one, "stdio", 15, 9_000] as const),
  ...REVISIONS.map((one) => [one, "http", 16, 11_500] as const),
  [undefined, "stdio", 30, 16_000] as const,
  [undefined, "http", 30, 16_000] as const,
];

for (const [revision, transport, most, lines] of STARTERS)
  size(`a starter is small: ${revision}, ${transport}`, async () => {
    const revisions = revision === undefined ? undefined : [revision];
    const folder = temporaryFolder();
    await newServer({ folder, name: "a", revisions, transport });
    const size = sizeOf(join(folder, "src/generated"));
    assert.ok(size.files <= most, `${size.files} files`);
    assert.ok(size.lines <= lines, `${size.lines} lines`);
  });

for (const revision of REVISIONS)
  size(`${revision}: few files`, async () => {
    const { files } = sizeOf(await outputOf(revision));
    assert.ok(files <= 20, `${files} files`);
    const out = temporaryFolder();
    const only = ["types", "methods", "validators"];
    await generate({ revisions: [revision], only, out });
    assert.is(sizeOf(out).files, 5);
  });

size.run();
