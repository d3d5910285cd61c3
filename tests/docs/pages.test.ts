/** What is committed and made from the program is what the program makes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { countExamples } from "../../scripts/docs/examples.js";
import { allCodes } from "../../scripts/docs/diagnostics.js";
import { generatedPages } from "../../scripts/docs/pages.js";
import { ROOT } from "../harness/program/cli.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const pages = suite("docs: pages");

for (const { path, text } of await generatedPages())
  pages(`${path} is current (else: make docs)`, () => {
    assert.is(read(path), text);
  });

pages("docs/changes/ has a page for each step, and no other", async () => {
  const made = (await generatedPages()).flatMap(({ path }) =>
    path.startsWith("docs/changes/") ? [path.split("/")[2]] : [],
  );
  assert.is(made.length, 6);
  assert.equal(readdirSync(join(ROOT, "docs/changes")).sort(), made.sort());
});

pages("every example of docs/model.md is held to the program", () => {
  const page = read("docs/model.md");
  assert.is(countExamples(page), page.split("| jq '").length - 1);
  assert.ok(countExamples(page) >= 8);
});

pages("docs/model.md names every kind of type with its members", () => {
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
  assert.is(rows.length, 12);
  assert.equal(table, rows);
});

const sources = readdirSync(join(ROOT, "generator"), { recursive: true })
  .map(String)
  .filter((path) => path.endsWith(".ts"))
  .map((path) => read(join("generator", path)))
  .join("\n");

pages("every code in the program is in docs/diagnostics.md", () => {
  const used = new Set(sources.match(/\bMCP\d{3}\b/g));
  const page = read("docs/diagnostics.md");
  const told = [...page.matchAll(/^### (MCP\d{3}): \S/gm)].map(([, c]) => c);
  assert.equal([...used].sort(), [...told].sort());
});

pages("no two registries have one code", () => {
  const defined = sources.match(/\bMCP\d{3}(?=: \{)/g) ?? [];
  assert.equal(defined.sort(), allCodes().sort());
  assert.is(new Set(defined).size, defined.length);
});

pages.run();
