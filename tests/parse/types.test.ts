import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TypeNode } from "../../generator/model/types.js";
import { typeOf } from "../support/parsing.js";

const string: TypeNode = { kind: "primitive", name: "string" };
const number: TypeNode = { kind: "primitive", name: "number" };
const ref = (name: string, ...given: TypeNode[]): TypeNode => ({
  kind: "reference",
  name,
  arguments: given,
});
const literal = (value: string | number | boolean | null): TypeNode => ({
  kind: "literal",
  value,
});
const array = (element: TypeNode, readonly = false): TypeNode => ({
  kind: "array",
  element,
  readonly,
});
const union = (...types: TypeNode[]): TypeNode => ({ kind: "union", types });
const element = (type: TypeNode, more = {}) => ({
  name: null,
  optional: false,
  rest: false,
  type,
  ...more,
});

/** What stands beside the type of each case. */
const OTHERS = `
interface Tool { name: string; title?: string }
interface Box<T, U = string> { value: T; other: U }
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
  ["Box<Tool>", ref("Box", ref("Tool"))],
  ["Box<string, number>", ref("Box", string, number)],
  ["Tool[]", array(ref("Tool"))],
  ["Array<Tool>", array(ref("Tool"))],
  ["ReadonlyArray<Tool>", array(ref("Tool"), true)],
  ["readonly Tool[]", array(ref("Tool"), true)],
  ["(string | number)[]", array(union(string, number))],
  ["string | number", union(string, number)],
  ["| string", string],
  ["| string | (number | null)", union(string, number, literal(null))],
  ["((string))", string],
  [
    "Tool & (Box<string> & { a: string })",
    {
      kind: "intersection",
      types: [
        ref("Tool"),
        ref("Box", string),
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
              position: { line: 1, column: 34 },
            },
          ],
        },
      ],
    },
  ],
  ["Record<string, Tool>", { kind: "record", key: string, value: ref("Tool") }],
  ['Omit<Tool, "name">', { kind: "omit", type: ref("Tool"), keys: ["name"] }],
  [
    'Pick<Tool, "name" | "title">',
    { kind: "pick", type: ref("Tool"), keys: ["name", "title"] },
  ],
  ["Partial<Tool>", { kind: "partial", type: ref("Tool") }],
  ["Required<Tool>", { kind: "required", type: ref("Tool") }],
  ["Readonly<Tool>", { kind: "readonly", type: ref("Tool") }],
  ["NonNullable<Tool>", { kind: "nonNullable", type: ref("Tool") }],
  [
    'Exclude<"a" | "b", "a">',
    {
      kind: "exclude",
      type: union(literal("a"), literal("b")),
      excluded: literal("a"),
    },
  ],
  [
    'Extract<"a" | "b", "a">',
    {
      kind: "extract",
      type: union(literal("a"), literal("b")),
      extracted: literal("a"),
    },
  ],
  [
    'Tool["name"]',
    { kind: "indexed", object: ref("Tool"), index: literal("name") },
  ],
  ["keyof Tool", { kind: "keyof", type: ref("Tool") }],
  ["[]", { kind: "tuple", elements: [], readonly: false }],
  [
    "readonly [first: string, second?: number, ...rest: Tool[]]",
    {
      kind: "tuple",
      elements: [
        element(string, { name: "first" }),
        element(number, { name: "second", optional: true }),
        element(array(ref("Tool")), { name: "rest", rest: true }),
      ],
      readonly: true,
    },
  ],
  [
    "[string, number?, ...Tool[]]",
    {
      kind: "tuple",
      elements: [
        element(string),
        element(number, { optional: true }),
        element(array(ref("Tool")), { rest: true }),
      ],
      readonly: false,
    },
  ],
  [
    "`data:${string};n=${number}`",
    {
      kind: "template",
      head: "data:",
      spans: [
        { type: string, text: ";n=" },
        { type: number, text: "" },
      ],
    },
  ],
];

const types = suite("types");

for (const [source, want] of CASES)
  types(source, () => assert.equal(typeOf(source, OTHERS), want));

types("a declaration goes before a utility type of its name", () => {
  const others = "interface Partial<T> { part: T }";
  assert.equal(typeOf("Partial<string>", others), ref("Partial", string));
});

types.run();
