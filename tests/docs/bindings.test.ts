/**
 * Compares the excerpts of generated code in docs/getting-started-bindings.md
 * with the actual output.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { readTree } from "../harness/program/folders.js";

const test = suite("docs: bindings");

test("the code excerpts in docs/getting-started-bindings.md occur in snapshots/2025-06-18", () => {
  const page = readFileSync(
    join(ROOT, "docs/getting-started-bindings.md"),
    "utf8",
  );
  const files = readTree(join(ROOT, "snapshots/2025-06-18"));
  const output = Object.values(files).join("\n");
  const pieces = [
    ...page.matchAll(/finds it in the output -->\n\n```ts\n([^]*?)```/g),
  ];
  assert.is(pieces.length, 2);
  for (const [, piece = ""] of pieces) assert.ok(output.includes(piece), piece);
});

test.run();
