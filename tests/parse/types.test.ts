import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TypeNode } from "../../generator/model/types.js";
import { typeOf } from "../support/parsing.js";

const string: TypeNode = { kind: "primitive", name: "string" };
const number: TypeNode = { kind: "primitive", name: "number" };
const ref = (name: string): TypeNode => ({
  kind: "reference",
  name,
});
const literal = (value: string | number | boolean | null): TypeNode => ({
  kind: "literal",
  value,
});
const array = (element: TypeNode): TypeNode => ({
  kind: "array",
  element,
});
const union = (...types: TypeNode[]): TypeNode => ({ kind: "union", types });
/** What stands beside the type of each case. */
const OTHERS = `
interface Tool { name: string; title?: string }
interface Box {}
const VERSION = "2.0";
`;

const CASES: readonly [string, TypeNode][] = [
  ["string", string],
  ["any", { kind: "primitive", name: "any" }],
  ["undefined", { kind: "primitive", name: "undefined" }],
  ["object", { kind: "primitive", name: "object" }],
  ["null", literal(null)],
  ["'a'", literal("a")],
  ["`a`", literal("a")],
  ['"\\u0041\\n\\""', literal('A\n"')],
  ["-32700", literal(-32700)],
  ["-0", literal(0)],
  ["1_000", literal(1000)],
  ["true", literal(true)],
  ["typeof VERSION", { kind: "constant", name: "VERSION" }],
  ["Tool", ref("Tool")],
  ["Tool[]", array(ref("Tool"))],
  ["Array<Tool>", array(ref("Tool"))],
  ["(string | number)[]", array(union(string, number))],
  ["string | number", union(string, number)],
  ["| string", string],
  ["| string | (number | null)", union(string, number, literal(null))],
  ["((string))", string],
  [
    "Tool & (Box & { a: string })",
    {
      kind: "intersection",
      types: [
        ref("Tool"),
        ref("Box"),
        {
          kind: "object",
          members: [
            {
              kind: "property",
              name: "a",
              optional: false,
              readonly: false,
              type: string,
              doc: { text: "", tags: [], deprecated: null, since: null },
              position: { line: 1, column: 26 },
            },
          ],
        },
      ],
    },
  ],
  ["Record<string, Tool>", { kind: "record", key: string, value: ref("Tool") }],
  ['Omit<Tool, "name">', { kind: "omit", type: ref("Tool"), keys: ["name"] }],
  ["Partial<Tool>", { kind: "partial", type: ref("Tool") }],
  ["NonNullable<Tool>", { kind: "nonNullable", type: ref("Tool") }],
  [
    'Record<"name" | string, Tool>',
    {
      kind: "record",
      key: union(literal("name"), string),
      value: ref("Tool"),
    },
  ],
];

const types = suite("types");

for (const [source, want] of CASES)
  types(source, () => assert.equal(typeOf(source, OTHERS), want));

types("a declaration hides the utility type of its name", () => {
  assert.equal(typeOf("Partial[]", "interface Partial {}"), {
    kind: "array",
    element: ref("Partial"),
  });
});

types.run();
