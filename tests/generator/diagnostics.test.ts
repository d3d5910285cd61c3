/** Tests of the titles, causes and fixes of all diagnostics. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { allKinds, diagnosticsPage } from "../../scripts/docs/diagnostics.js";
import { ROOT } from "../harness/program/cli.js";

const test = suite("diagnostics");

test("each diagnostic has a title, a cause and a fix", () => {
  const kinds = allKinds();
  assert.ok(kinds.length > 100);
  for (const [code, { title, cause, fix }] of kinds)
    for (const text of [title, cause, fix])
      assert.match(text, /^\S[^]*\S$/, code);
});

test("docs/diagnostics.md contains the title, cause and fix of each diagnostic", async () => {
  const written = readFileSync(join(ROOT, "docs/diagnostics.md"), "utf8");
  assert.is(await diagnosticsPage(), written);
});

test.run();
