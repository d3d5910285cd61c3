/** Checks that committed documentation pages equal the generated pages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { countExamples } from "../../scripts/docs/examples.js";
import { allCodes } from "../../scripts/docs/diagnostics.js";
import { generatedPages } from "../../scripts/docs/pages.js";
import { ROOT } from "../harness/program/cli.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const test = suite("docs: pages");

const PAGES = await generatedPages();

for (const { path, text } of PAGES)
  test(`the committed page ${path} equals the output of make docs`, () => {
    assert.is(read(path), text);
  });

test("docs/changes/ has one page for each pair of successive revisions", () => {
  const made = PAGES.flatMap(({ path }) =>
    path.startsWith("docs/changes/") ? [path.split("/")[2]] : [],
  );
  assert.is(made.length, 6);
  assert.equal(readdirSync(join(ROOT, "docs/changes")).sort(), made.sort());
});

test("`make docs` checks every jq example in docs/model.md", () => {
  const page = read("docs/model.md");
  assert.is(countExamples(page), page.split("| jq '").length - 1);
  assert.ok(countExamples(page) >= 8);
});

test("docs/model.md lists every kind of type and the members of each kind", () => {
  const types = read("generator/model/type-nodes.ts");
  const interfaces = types.matchAll(
    /interface \w+Type \{\n {2}readonly kind: "(\w+)";\n([^}]*)\}/g,
  );
  const rows = [...interfaces].map(([, kind = "", body = ""]) => {
    const members = [...body.matchAll(/readonly (\w+):/g)];
    return `${kind}: ${members.map(([, name]) => `\`${name}\``).join(", ")}`;
  });
  const table = [
    ...read("docs/model.md").matchAll(/^\| `(\w+)` .* \| (`[^|]*`) *\|$/gm),
  ].map(([, kind, members]) => `${kind}: ${members}`);
  assert.is(rows.length, 13);
  assert.equal(table, rows);
});

const sources = readdirSync(join(ROOT, "generator"), { recursive: true })
  .map(String)
  .filter((path) => path.endsWith(".ts"))
  .map((path) => read(join("generator", path)))
  .join("\n");

test("docs/diagnostics.md lists every diagnostic code of the generator", () => {
  const used = new Set(sources.match(/\bMCP\d{3}\b/g));
  const page = read("docs/diagnostics.md");
  const listed = [...page.matchAll(/^### (MCP\d{3}): \S/gm)].map(([, c]) => c);
  assert.equal([...used].sort(), [...listed].sort());
});

test("every diagnostic code is defined in exactly one registry", () => {
  const defined = sources.match(/\bMCP\d{3}(?=: \{)/g) ?? [];
  assert.equal(defined.sort(), allCodes().sort());
  assert.is(new Set(defined).size, defined.length);
});

test.run();
