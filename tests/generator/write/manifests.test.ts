/**
 * Tests of the manifest of generated files (.mcp-codegen.json): parsing,
 * printing, paths and versions.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  getDigest,
  isInsidePath,
  parseManifest,
  printManifest,
} from "../../../generator/write/manifest.js";
import { isLater } from "../../../generator/write/refuse.js";
import { getFailure } from "../../harness/run/failures.js";
import { HEAD } from "../../harness/source/output-folder.js";

const test = suite("write: manifests");

for (const [text, cause] of [
  ["{", /JSON/],
  ['{ "tool": "mcp-codegen", "files": { "a": "", "../b": "" } }', '"../b"'],
  ...[
    "null",
    "[]",
    '"text"',
    "{}",
    '{ "tool": "mcp-codegen" }',
    '{ "tool": "mcp-codegen", "files": null }',
    '{ "tool": "mcp-codegen", "files": 1 }',
    '{ "tool": "mcp-codegen", "files": { "a": 1 } }',
    '{ "tool": "other", "files": {} }',
  ].map(
    (text) =>
      [text, 'The members "tool" and "files" are missing or invalid.'] as const,
  ),
] as const)
  test(`\`parseManifest\` rejects the manifest ${text}`, async () => {
    const found = await getFailure(() => parseManifest(text, "out/m"));
    assert.is(found.code, "MCP302");
    assert.is(found.message, "out/m is not a valid manifest.");
    assert.match(found.cause, cause);
  });

test("`parseManifest` reads the output of `printManifest`", () => {
  const files = { "b.ts": "2", "a.ts": "1", "a/c.ts": "3" };
  const text = printManifest({ ...HEAD, files });
  const read = parseManifest(text, "m");
  assert.equal(Object.keys(read.files), ["a.ts", "a/c.ts", "b.ts"]);
  const { digest, ...body } = read;
  assert.is(digest, getDigest(body));
  assert.is.not(digest, getDigest({ ...body, version: "0.0.1" }));
  assert.ok(text.endsWith("\n}\n"));
});

test("`isInsidePath` accepts only normalized paths below a folder", () => {
  for (const path of ["a", "a/b.ts", "..a", "a..", ".a/b", "ab:c", "é"])
    assert.ok(isInsidePath(path), path);
  const others = " . .. a/.. ../a a//b /a a/ ./a a/./b a\\b a\0b C:a c:/a";
  for (const path of others.split(" ")) assert.not(isInsidePath(path), path);
});

test("`isLater` compares versions by the rules of Semantic Versioning", () => {
  const versions =
    "0.9.10 1.0.0-alpha 1.0.0-alpha.2 1.0.0-alpha.10 1.0.0-beta 1.0.0 1.0.9 1.0.10 1.10.0 2.0.0-rc.1 2.0.0";
  const inOrder = ["", ...versions.split(" ")];
  for (const [at, version] of inOrder.entries())
    for (const [index, other] of inOrder.entries())
      assert.is(isLater(version, other), at > index, `${version}, ${other}`);
  assert.not(isLater("1.0.0+b", "1.0.0+a"));
});

test.run();
