import { suite } from "uvu";
import * as assert from "uvu/assert";
import { deepestPlace } from "../../../generator/parse/read/source.js";
import { fingerprint } from "../../../generator/model/identity/fingerprint.js";
import { parseSchema } from "../../../generator/parse/index.js";
import { getErrors, getFileErrors } from "../../harness/models/parsing.js";
import { bundledSchema } from "../../harness/models/sources.js";

const test = suite("parse: limits");

test("`parseSchema` reads a schema with any file extension as TypeScript", () => {
  const text = bundledSchema("draft");
  const read = (file: string) => fingerprint(parseSchema(text, { file }).model);
  for (const file of ["schema.json", "schema.js", "schema.tsx", "schema"])
    assert.is(read(file), read("schema.ts"), file);
});

test("`parseSchema` reports syntax errors with TypeScript's message", () => {
  assert.equal(getErrors("/** never closed"), ["MCP103 4:1 '*/' expected."]);
});

test("`parseSchema` reports every error of a schema with 10,000 errors", () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `type T${n} = Nope;`);
  assert.is(getErrors(lines.join("\n")).length, 10_000);
});

const depth = (count: number, open: string, close: string): string =>
  `type X = ${open.repeat(count)}string${close.repeat(count)};`;

test("`parseSchema` rejects types that are nested more than 200 levels deep", () => {
  assert.equal(getErrors(depth(199, "{ a: ", " }")), []);
  assert.equal(getErrors(depth(201, "{ a: ", " }")), [
    `MCP105 1:${10 + 200 * 5} The type is nested more than 200 levels deep`,
  ]);
  assert.equal(getErrors(depth(5000, "", "[]")), [
    "MCP105 1:10 The type is nested more than 200 levels deep",
  ]);
});

test("`parseSchema` rejects types that are nested too deeply for TypeScript's parser", () => {
  const [error = "", ...others] = getFileErrors(depth(100_000, "{ a: ", " }"));
  assert.match(
    error,
    /^MCP105 1:\d+ The file is nested too deeply for TypeScript's parser/,
  );
  assert.equal(others, []);
});

test("`deepestPlace` returns the offset of the most deeply nested bracket", () => {
  for (const [text, place] of [
    ["type A = B<C>;", 10],
    ["((a) [b]) {c}", 1],
    ["a) (b) ((c))", 8],
    ["{ a: { b: [1] } } [[[]]]", 10],
  ] as const)
    assert.is(deepestPlace(text), place, text);
});

test("parentheses around a type do not count towards the limit of nested types", () => {
  assert.equal(getErrors(depth(400, "(", ")")), []);
});

test("`parseSchema` accepts a chain of 499 declarations, and rejects a chain of 5,000", () => {
  const chain = (count: number, line: (n: number) => string): string[] => {
    const lines = Array.from({ length: count }, (_, n) => line(n));
    const last = `interface I${count} {}\ntype A${count} = string;`;
    return [lines.join("\n") + last, lines.reverse().join("\n") + last];
  };
  const long =
    /^MCP105 \d+:1 `[IA]\d+` resolves through a chain of more than 500 types$/;
  for (const line of [
    (n: number) => `interface I${n} extends I${n + 1} {}`,
    (n: number) => `type A${n} = A${n + 1};`,
  ]) {
    for (const lines of chain(499, line)) assert.equal(getErrors(lines), []);
    for (const lines of chain(5000, line))
      assert.match(getErrors(lines)[0] ?? "", long);
  }
});

test("`parseSchema` rejects a constant whose type refers to itself", () => {
  const errors = getErrors(
    'interface A { a: A["b"]; b: A["a"] } declare const B: A["a"];',
  );
  assert.match(
    errors[0] ?? "",
    /^MCP108 1:15 TS2502: 'a' is referenced directly or indirectly/,
  );
  assert.is(errors.at(-1), 'MCP113 1:52 Unsupported constant: B: A["a"]');
});

test.run();
