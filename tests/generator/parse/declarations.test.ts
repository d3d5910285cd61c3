import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Member } from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";
import { evaluateExpression } from "../../harness/run/cases.js";
import { getDeclaration, parseLines } from "../../harness/models/parsing.js";

const test = suite("parse: declarations");

function members(lines: string, name = "X"): readonly Member[] {
  const found = getDeclaration(lines, name);
  if (found.kind !== "interface")
    throw new Error(`${name} is not an interface`);
  return found.members;
}

for (const [source, value] of [
  ['"2.0"', "2.0"],
  ["-32700", -32700],
  ["'a' as const", "a"],
  ["true", true],
  ["null", null],
  ["0x10", 16],
] as const)
  test(`the parser reads the constant ${source}`, () => {
    const found = getDeclaration(`const X = ${source};`);
    assert.is(found.kind === "constant" ? found.value : undefined, value);
  });

test("the tag `@TJS-type number` of a member applies also inside an inline object type", () => {
  const [member] = members(
    "interface X { a: { /** @TJS-type number */ b: number; c: number } }",
  );
  assert.ok(member?.type.kind === "object");
  assert.equal(
    member.type.members.map(({ type }) => type),
    [false, true].map((integer) => ({
      kind: "primitive",
      name: "number",
      integer,
    })),
  );
});

test("the parser reads the constant -0 as 0", () => {
  const found = getDeclaration("const X = -0;");
  assert.ok(Object.is(found.kind === "constant" && found.value, 0));
});

test("the parser reads quoted and numeric member names as JavaScript does", () => {
  const names = `
__proto__ constructor "__proto__ " "io.modelcontextprotocol/clientInfo"
'it\\'s "so"\\n' "" default 404 0x10 1.50 1e21`.match(/'.*'|"[^"]*"|\S+/g);
  const found = members(
    `interface X { ${names?.join(": string; ")}: string; [key: string]: unknown }`,
  );
  const read = found.map((m) => (m.kind === "property" ? m.name : m.parameter));
  const want = names?.map((name) =>
    /^['"]|^\d/.test(name) ? String(evaluateExpression(name)) : name,
  );
  assert.equal(read, [...(want ?? []), "key"]);
});

test("the parser merges interfaces with equal names into the first of them", () => {
  const model = parseLines(`
interface Base { z: string }
/** First. */
interface X { a: string; /** One. */ same?: number }
interface Y {}
/**
 * Second.
 * @deprecated Use Y.
 */
interface X extends Base { /** Two. */ same?: number; b: string }
`);
  const names = model.declarations.map(({ name }) => name).slice(0, 3);
  assert.equal(names, ["Base", "X", "Y"]);
  const merged = model.declarations[1];
  if (merged?.kind !== "interface") throw new Error("X is not an interface");
  assert.equal(merged.position, { line: 4, column: 1 });
  assert.equal(merged.doc, {
    text: "First.\n\nSecond.",
    tags: [{ name: "deprecated", text: "Use Y." }],
    deprecated: "Use Y.",
    since: null,
  });
  assert.equal(merged.extends, [{ kind: "reference", name: "Base" }]);
  const kept = merged.members.map((member) =>
    member.kind === "property"
      ? `${member.name}: ${member.doc.text}`
      : member.kind,
  );
  assert.equal(kept, ["a: ", "same: One.\n\nTwo.", "b: "]);
});

test("an interface merged from several declarations lists each base only once", () => {
  const found = getDeclaration(
    "interface A {} interface X extends A {} interface X extends A {}",
  );
  assert.is(found.kind === "interface" && found.extends.length, 1);
});

test("an interface merged from several declarations has the first deprecation text", () => {
  const { doc } = getDeclaration(`
interface X {}
/** @deprecated First. */
interface X {}
/** @deprecated Second. */
interface X {}
`);
  assert.is(doc.deprecated, "First.");
  const twice = "/** @deprecated First.\n@deprecated Second. */ interface X {}";
  assert.is(getDeclaration(twice).doc.deprecated, "First.");
});

test("lines of a schema may end with CR, LF or CRLF", () => {
  const text = "\uFEFF// a\r// b\r\n// c\n/** d\r * e */\rinterface X {}";
  const { position, doc } = getDeclaration(text);
  assert.equal(position, { line: 6, column: 1 });
  assert.is(doc.text, "d\ne");
  const [lf, crlf] = ["\n", "\r\n"].map(
    (end) => parseLines(`// a${end}interface X {}`).source.sha256,
  );
  assert.is(crlf, lf);
});

test("the option `protocolVersion` of `parseSchema` replaces the protocol version in the schema", () => {
  const text =
    'const LATEST_PROTOCOL_VERSION = "1"; type ClientRequest = never;';
  const parse = (protocolVersion?: string) =>
    parseSchema(text, { file: "schema.ts", protocolVersion }).model;
  assert.is(parse().protocolVersion, "1");
  assert.is(parse("2").protocolVersion, "2");
});

test.run();
