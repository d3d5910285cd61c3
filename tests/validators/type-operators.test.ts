/** What TypeScript computes of types, in guards and in JSON Schema. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { jsonSchemaOf } from "../../generator/emit/json-schema/schema.js";
import { normalsOf } from "../../generator/model/normal.js";
import { loadValidators } from "../support/generated.js";
import { modelOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const NAMED = `
export interface A { a: string; k: "A"; n?: number }
export interface B { b: boolean; k: "B"; n: string }
export type AB = A | B;
export type List = string[];
export type Pair = [string, number];
export type Version = \`v\${number}\`;
export interface Tree {
  part?: Partial<Tree>;
  both?: Tree & { z: 1 };
  rest: Omit<Tree, "rest" | "twice">[];
  twice?: Tree["both"];
  keys?: Record<keyof Tree, 1>;
}
export interface Held<T> { value: T; part?: Partial<Held<T>> }
export type Optional<T> = Partial<T>;
export interface Node { k: "node"; next?: Optional<Node> | { k: "end" } }
export type Anything = unknown;
export type Impossible = never;
export type Absent = undefined;
export interface InCommon extends Omit<AB, "n"> { m: 1 }
export type Json = string | { inner: NonNullable<Json> } | null;
`;

type Values = readonly unknown[];

const CASES: readonly (readonly [type: string, valid: Values, not: Values])[] =
  [
    ['Omit<AB, "k">', [{}, { n: 1 }, { n: "s" }], [{ n: true }, "s"]],
    ['Omit<AB, "a">', [{ k: "A" }, { k: "B", n: 1 }], [{}, { k: "C" }]],
    ['Pick<AB, "k">', [{ k: "A" }, { k: "B" }], [{}, { k: "C" }]],
    ["Partial<AB>", [{}, { a: "s" }, { k: "B", n: "s" }], [{ k: "A", n: "" }]],
    ["Required<AB>", [{ a: "", k: "A", n: 1 }], [{ a: "", k: "A" }]],
    ["Partial<Omit<AB, 'a'>>", [{}, { k: "A" }], [{ k: "C" }]],
    ['Omit<(A | null) & {}, "a">', [{ k: "A" }], [{}, null]],
    ["Partial<Pair>", [[], ["s"], ["s", 1]], [[1], ["s", 1, 2]]],
    ["Required<[string?]>", [["s"]], [[]]],
    ["keyof AB", ["k", "n"], ["a", "b", "z"]],
    ["Exclude<boolean, true>", [false], [true]],
    ["Extract<boolean | string, true>", [true], [false, "s"]],
    ['"a" | (string & {})', ["a", "b", ""], [1, {}, null]],
    ["{} & {}", [{}], [1]],
    ["[number, ...List]", [[1], [1, "a", "b"]], [[], [1, 2], [1, ["a"]]]],
    ["[...Pair]", [["a", 1]], [[], ["a"], ["a", 1, 2]]],
    ["[...Pair, true]", [["a", 1, true]], [[true], ["a", 1]]],
    [
      "[1, ...([2] | [3, 3])]",
      [
        [1, 2],
        [1, 3, 3],
      ],
      [[1], [1, 3], [1, 2, 3]],
    ],
    ["[...string[]]", [[], ["a"]], [[1]]],
    ["[]", [[]], [[1]]],
    ["`${Version}!`", ["v1!", "v1.5!"], ["v!", "va!", "!"]],
    ["`${`n${number}`}x`", ["n1x"], ["x", "n-x"]],
    [
      "Tree",
      [
        { rest: [] },
        { rest: [{}], part: { part: { rest: [] } } },
        { rest: [], both: { rest: [], z: 1, both: { rest: [], z: 1 } } },
      ],
      [
        {},
        { rest: [{ part: { rest: 1 } }] },
        { rest: [], part: { part: { rest: 1 } } },
        { rest: [], both: { rest: [] } },
        { rest: [], twice: { rest: [], z: 1, both: { rest: [] } } },
        { rest: [], keys: { rest: 1 } },
      ],
    ],
    [
      "Held<string>",
      [{ value: "s", part: { part: { value: "s" } } }],
      [{ value: "s", part: { part: { value: 1 } } }, { part: {} }],
    ],
    [
      "Node",
      [
        { k: "node", next: { k: "end" } },
        { k: "node", next: { next: {} } },
      ],
      [{ k: "node", next: { k: "start" } }],
    ],
    ["any & A", [1, null, {}, { a: "" }], []],
    ["A & (any & Anything)", [1, {}], []],
    ["Anything & A", [{ a: "", k: "A" }], [{}, 1, null]],
    ["unknown & Anything", [1, null, {}], []],
    ["never & A & any", [], [1, {}, { a: "", k: "A" }, null]],
    ["Impossible & any", [], [1, {}, null]],
    ["any | A", [1, {}, null], []],
    ["Anything | A", [1, {}, null], []],
    ["never | Impossible | A", [{ a: "", k: "A" }], [{}, 1, null]],
    ["{ x: any } & { x: string }", [{ x: "" }], [{ x: 1 }, {}]],
    ["{ x: never }", [], [{}, { x: 1 }, { x: null }, 1]],
    ["{ x: Impossible; y: string }", [], [{ y: "" }, { x: 1, y: "" }]],
    ["{ x?: never }", [{}, { x: undefined }], [{ x: 1 }, { x: null }]],
    ["{ x: Absent }", [{}, { x: undefined }], [{ x: 1 }, { x: null }]],
    ["{ x: { y: never } }", [], [{}, { x: {} }, { x: { y: 1 } }]],
    ['{ k: "a"; x: never } | { k: "b" }', [{ k: "b" }], [{ k: "a" }]],
    ["{ x: never } | { y: 1 }", [{ y: 1 }], [{}, { y: 2 }, { x: 1 }]],
    ["{ [key: string]: never }", [{}], [{ x: 1 }]],
    ["{ x: 1; [key: string]: Impossible | 1 }", [{ x: 1 }], [{ x: 1, y: 2 }]],
    ['("a" | "b") & ("b" | "c")', ["b"], ["a", "c", 1]],
    ['"a" & "b"', [], ["a", "b", 1, null]],
    ['{ x: "a" } & { x: "b" | "c" }', [], [{ x: "a" }, { x: "b" }, {}]],
    ["(AB | null) & (null | B)", [null], ["s", { k: "A" }]],
    ["1 & A", [], [1, { a: "", k: "A" }]],
    ["(1 | true | 's') & (string | boolean)", [true, "s"], [1, false, null]],
    ['Extract<A | null | 1, { k: "A" }>', [{ a: "", k: "A" }], [null, 1]],
    ["Exclude<A | null | 1, object>", [null, 1], [{ a: "", k: "A" }]],
    ["unknown[]", [[], [1, null]], [1, {}]],
    ["[1, undefined?, undefined?]", [[1]], [[], [2], [1, 2]]],
    ['Exclude<"v1" | "w" | 1, Version>', ["w", 1], ["v1", "v2"]],
    ['Extract<"v1" | "w" | 1, Version>', ["v1"], ["v2", "w", 1]],
    ["Exclude<Version | `w${string}`, `w${string}`>", ["v1"], ["w1", "w"]],
    ["Extract<any, string>", ["s", 1, null], []],
    ["Extract<unknown, string>", [], ["s", 1]],
    ["Exclude<[1] | [2], [1]>", [[2]], [[1], []]],
    [
      "Exclude<List | Pair | A | 1, object>",
      [1],
      [["s"], [], { a: "", k: "A" }],
    ],
    ["Extract<List | A | 1, object>", [["s"], { a: "", k: "A" }], [1, [1]]],
    [
      "Exclude<'s' | 1 | List | A | null, {}>",
      [null],
      ["s", 1, [], { a: "", k: "A" }],
    ],
    ["Record<'1' | 1, number>", [{ 1: 1 }], [{}, { 1: "s" }]],
    [
      "Record<`${'x' | 'y'}${1 | 2}`, 1>",
      [{ x1: 1, x2: 1, y1: 1, y2: 1 }],
      [{}, { x1: 1, y1: 1 }],
    ],
    [
      "`${'x' | boolean}-${undefined}`",
      ["x-undefined", "true-undefined"],
      ["x-", "y-undefined"],
    ],
    ["keyof { [key: string]: 1 }", ["s", 404], [true, null]],
    ["keyof Record<string, 1>", ["s"], [404]],
    ["Extract<[1] | [1, 2] | 1[], [1, ...2[]]>", [[1], [1, 2]], [[1, 1], []]],
    ["Exclude<[1] | ['a'] | 'b', unknown[]>", ["b"], [[1], ["a"], []]],
    [
      "Exclude<A | { x: 's' } | { x: 1 }, { [key: string]: number }>",
      [{ a: "", k: "A" }, { x: "s" }],
      [{ x: 1 }],
    ],
    [
      "Extract<A | { x: 's' } | { x: 1 }, Record<string, unknown>>",
      [{ x: "s" }, { x: 1 }],
      [{ a: "", k: "A" }],
    ],
    [
      "Extract<Record<string, 1> | { [key: `x-${string}`]: 2 }, { [key: string]: 2 }>",
      [{ "x-1": 2 }],
      [{ "x-1": 1 }],
    ],
    [
      "Extract<A | { x: 1 } | { y: 1 }, { x?: number }>",
      [{ x: 1 }],
      [{ a: "", k: "A" }, { y: 1 }],
    ],
    ["Extract<A | unknown, A>", [], [{ a: "", k: "A" }, 1]],
    [
      "(string | number | null) & (boolean | string | A)",
      ["s"],
      [1, null, true, { a: "", k: "A" }],
    ],
    ["('a' | 1 | A) & (A | string)", ["a", { a: "", k: "A" }], ["b", 1]],
    ["(string[] | 1) & (A | unknown[])", [["s"]], [[1], 1, {}]],
    ["InCommon", [{ m: 1, k: "A" }], [{ m: 1 }, { k: "B" }, { m: 1, k: 1 }]],
    ["Record<never, 1>", [{}, { x: 2 }], [1, null]],
    ["Record<keyof {}, 1>", [{}, { x: 2 }], [1, null]],
    ["never[]", [[]], [[1], [null], [undefined]]],
    ["[never?]", [[]], [[1], [null], [undefined]]],
    ["[1, never]", [], [[1], [1, 2], [1, undefined]]],
    ["Json", [null, { inner: { inner: "s" } }], [{ inner: null }, {}]],
  ];

const aliases = CASES.map(([type], n) => `export type T${n} = ${type};\n`);
const model = modelOf(SMALL_SCHEMA + NAMED + aliases.join(""));
const { of } = await loadValidators(model);
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(jsonSchemaOf(model, "draft-2020-12"), "schema");

/** What `TSchema` gives is a schema of its own for the same values. */
const TARGETS = [
  { target: "draft-07", ajv: new Ajv({ strict: false }) },
  { target: "draft-2020-12", ajv: new Ajv2020({ strict: false }) },
].map(({ target, ajv }) => ({
  target,
  compile: (schema: object) => ajv.compile(schema),
}));

const operators = suite("validators: type operators");

CASES.forEach(([type, valid, invalid], n) => {
  operators(type, () => {
    const { is, validate, schema: standard } = of(`T${n}`);
    for (const { target, compile } of TARGETS) {
      const own = standard["~standard"].jsonSchema.input({ target });
      const isOwn = compile(own);
      for (const value of valid) assert.ok(isOwn(value), target);
      for (const value of invalid)
        assert.not.ok(isOwn(value), `${target} ${JSON.stringify(value)}`);
    }
    const schema = ajv.getSchema(`schema#/$defs/T${n}`);
    for (const value of [...valid, ...invalid]) {
      const expected = valid.includes(value);
      const explained = validate(value);
      const verdicts = [is(value), explained.ok, schema?.(value)];
      assert.equal(
        verdicts,
        [expected, expected, expected],
        JSON.stringify(value),
      );
      if (!explained.ok) assert.ok(explained.issues.length > 0);
    }
  });
});

operators("Exclude compares types that hold others twice in no time", () => {
  const chain = (of: string): string =>
    Array.from(
      { length: 20 },
      (_, n) => `interface ${of}${n} { a: ${of}${n + 1}; b: ${of}${n + 1} }`,
    ).join("\n") + `interface ${of}20 { z: 1 }`;
  const twice = modelOf(
    `${SMALL_SCHEMA}${chain("S")}${chain("T")} export type E = Exclude<S0 | 1, T0>;`,
  );
  const start = performance.now();
  assert.equal(normalsOf(twice).body("E"), { kind: "literals", values: [1] });
  assert.ok(performance.now() - start < 5000);
});

operators.run();
