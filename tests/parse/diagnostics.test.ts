/** What the model cannot say, and the finding that says so. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import { diagnosticsOf, errorsOf, errorsOfFile } from "../support/parsing.js";

const diagnostics = suite("diagnostics");

/** A few lines, and all their errors in order. */
const CASES: readonly [string, readonly string[]][] = [
  ["enum X { A }", ["MCP110 1:1 Unsupported enum: enum X { A }"]],
  // What they are called is not unknown as well.
  [
    "enum E { A }\ninterface X extends E { a: E; b: typeof E }",
    ["MCP110 1:1 Unsupported enum: enum E { A }"],
  ],
  [
    'import A, { B as C } from "./x";\ntype X = A | C<1>[];',
    ['MCP110 1:1 Unsupported import: import A, { B as C } from "./x";'],
  ],
  ["class X {}", ["MCP110 1:1 Unsupported class: class X {}"]],
  ["function f() {}", ["MCP110 1:1 Unsupported function: function f() {}"]],
  [
    `import { X } from "./x";`,
    [`MCP110 1:1 Unsupported import: import { X } from "./x";`],
  ],
  [
    `export { X } from "./x";`,
    [`MCP110 1:1 Unsupported export list: export { X } from "./x";`],
  ],
  [
    "export default interface X {}",
    [
      "MCP110 1:1 Unsupported modifier `default`: export default interface X {}",
    ],
  ],
  [
    "let x = 1;",
    ["MCP110 1:1 Unsupported variable (`let`, `var` or `using`): let x = 1;"],
  ],
  [
    "var x = 1;",
    ["MCP110 1:1 Unsupported variable (`let`, `var` or `using`): var x = 1;"],
  ],
  [
    "namespace N {}",
    ["MCP110 1:1 Unsupported namespace or module: namespace N {}"],
  ],
  [
    "declare global {}",
    ["MCP110 1:1 Unsupported namespace or module: declare global {}"],
  ],
  [
    "export = 1;",
    ["MCP110 1:1 Unsupported default export or `export =`: export = 1;"],
  ],
  [
    "using x = 1;",
    ["MCP110 1:1 Unsupported variable (`let`, `var` or `using`): using x = 1;"],
  ],
  ["if (true) {}", ["MCP110 1:1 Unsupported statement: if (true) {}"]],
  [
    `type X = string extends "a" ? 1 : 2;`,
    [`MCP111 1:10 Unsupported conditional type: string extends "a" ? 1 : 2`],
  ],
  [
    `type X = { [K in "a"]: string };`,
    [`MCP111 1:10 Unsupported mapped type: { [K in "a"]: string }`],
  ],
  [
    "type X = () => void;",
    ["MCP111 1:10 Unsupported function type: () => void"],
  ],
  [
    "type X = new () => string;",
    ["MCP111 1:10 Unsupported constructor type: new () => string"],
  ],
  [
    `type X = import("./x").Y;`,
    [`MCP111 1:10 Unsupported import type: import("./x").Y`],
  ],
  ["type X = Y.Z;", ["MCP111 1:10 Unsupported qualified name: Y.Z"]],
  [
    "type X = typeof globalThis.x;",
    [
      "MCP111 1:10 Unsupported `typeof` of more than a constant's name: typeof globalThis.x",
    ],
  ],
  [
    "type X = 1n;",
    ["MCP111 1:10 Unsupported literal that JSON cannot hold: 1n"],
  ],
  [
    "type X = unique symbol;",
    [
      "MCP111 1:10 Unsupported type operator: unique symbol",
      "MCP111 1:17 Unsupported `symbol`: symbol",
    ],
  ],
  [
    "type X = void | bigint | symbol;",
    [
      "MCP111 1:10 Unsupported `void`: void",
      "MCP111 1:17 Unsupported `bigint`: bigint",
      "MCP111 1:26 Unsupported `symbol`: symbol",
    ],
  ],
  [
    "type X = readonly string;",
    ["MCP111 1:10 Unsupported type operator: readonly string"],
  ],
  ["interface X { a: this }", ["MCP111 1:18 Unsupported `this` type: this"]],
  [
    "type X = 1e999;",
    ["MCP111 1:10 Unsupported literal that JSON cannot hold: 1e999"],
  ],
  [
    "type X<T> = T extends (infer U)[] ? U : T;",
    ["MCP111 1:13 Unsupported conditional type: T extends (infer U)[] ? U : T"],
  ],
  [
    "type X = -1n;",
    ["MCP111 1:10 Unsupported literal that JSON cannot hold: -1n"],
  ],
  [
    "interface X { a(): string }",
    ["MCP112 1:15 Unsupported method signature: a(): string"],
  ],
  [
    "interface X { (): string }",
    ["MCP112 1:15 Unsupported call signature: (): string"],
  ],
  [
    "interface X { new (): string }",
    ["MCP112 1:15 Unsupported construct signature: new (): string"],
  ],
  [
    "interface X { get a(): string; set b(v: string) }",
    [
      "MCP112 1:15 Unsupported accessor: get a(): string;",
      "MCP112 1:32 Unsupported accessor: set b(v: string)",
    ],
  ],
  [
    "interface X { [Symbol.iterator]: string }",
    [
      "MCP112 1:15 Unsupported member with a computed name: [Symbol.iterator]: string",
    ],
  ],
  [
    "interface X { a; b?; }",
    [
      "MCP112 1:15 Unsupported member without a type: a;",
      "MCP112 1:18 Unsupported member without a type: b?;",
    ],
  ],
  [
    "type X = { #a: string }",
    ["MCP112 1:12 Unsupported member with a computed name: #a: string"],
  ],
  [
    `interface X { a: string = "b" }`,
    [`MCP112 1:15 Unsupported member with a value: a: string = "b"`],
  ],
  ["const X = { a: 1 };", ["MCP113 1:7 Unsupported constant: X = { a: 1 }"]],
  ["const X = 1 + 1;", ["MCP113 1:7 Unsupported constant: X = 1 + 1"]],
  [
    `const X: string = "a";`,
    [`MCP113 1:7 Unsupported constant: X: string = "a"`],
  ],
  ["const X = `a${1}`;", ["MCP113 1:7 Unsupported constant: X = `a${1}`"]],
  ["declare const X: 1;", ["MCP113 1:15 Unsupported constant: X: 1"]],
  ["const { x } = 1;", ["MCP113 1:7 Unsupported constant: { x } = 1"]],
  ["const X = 1n;", ["MCP113 1:7 Unsupported constant: X = 1n"]],
  ["const X = +1;", ["MCP113 1:7 Unsupported constant: X = +1"]],
  ["const X = undefined;", ["MCP113 1:7 Unsupported constant: X = undefined"]],
  [
    "interface X { [a: boolean]: string }",
    [
      "MCP114 1:15 The key `a` of the index signature is neither text nor number",
    ],
  ],
  [
    `interface X { [a: "b"]: string }`,
    [
      "MCP114 1:15 The key `a` of the index signature is neither text nor number",
    ],
  ],
  [
    "interface X { [a: string, b: string]: string }",
    ["MCP114 1:15 Unsupported index signature: [a: string, b: string]: string"],
  ],
  [
    "interface X { [a?: string]: string }",
    ["MCP114 1:15 Unsupported index signature: [a?: string]: string"],
  ],
  [
    "interface X { [a: string] }",
    ["MCP114 1:15 Unsupported index signature: [a: string]"],
  ],
  [
    "interface X { [...a: string]: string }",
    ["MCP114 1:15 Unsupported index signature: [...a: string]: string"],
  ],
  [
    "interface X { [a]: string }",
    ["MCP112 1:15 Unsupported member with a computed name: [a]: string"],
  ],
  [
    "interface X { [a: string]: string; [b: string]: string }",
    [
      "MCP125 1:36 The index signature is declared twice, first at schema.ts:1:15",
    ],
  ],
  [
    `type K = "a"; interface X { [k: K]: string }`,
    [
      "MCP114 1:29 The key `k` of the index signature is neither text nor number",
    ],
  ],
  [
    `interface Y { a: string }
type X = Omit<Y, keyof Y>;`,
    ["MCP115 2:18 Keys that are not text literals"],
  ],
  [
    `interface Y { a: string }
type X = Pick<Y, string>;`,
    ["MCP115 2:18 Keys that are not text literals"],
  ],
  [
    `interface Tool {}
type X = Tol;`,
    ["MCP120 2:10 Unknown type `Tol`; did you mean `Tool`?"],
  ],
  [
    "type X = String | Number[];",
    [
      "MCP120 1:10 Unknown type `String`; did you mean `string`?",
      "MCP120 1:19 Unknown type `Number`; did you mean `number`?",
    ],
  ],
  ["interface X extends string {}", ["MCP120 1:21 Unknown type `string`"]],
  ["type X = Promise<string>;", ["MCP120 1:10 Unknown type `Promise`"]],
  [
    `interface Y<T, U = 1> { t: T; u: U }
type X = Y | Y<1> | Y<1, 2> | Y<1, 2, 3>;`,
    [
      "MCP121 2:10 `Y` takes 1 to 2 type arguments, not 0",
      "MCP121 2:31 `Y` takes 1 to 2 type arguments, not 3",
    ],
  ],
  [
    `interface Y {}
type X = Y<1>;`,
    ["MCP121 2:10 `Y` takes no type arguments, not 1"],
  ],
  [
    "type X = Array | Record<string> | Partial<1, 2>;",
    [
      "MCP121 1:10 `Array` takes 1 type argument, not 0",
      "MCP121 1:18 `Record` takes 2 type arguments, not 1",
      "MCP121 1:35 `Partial` takes 1 type argument, not 2",
    ],
  ],
  [
    "type X<T> = T<string>;",
    ["MCP121 1:13 `T` takes no type arguments, not 1"],
  ],
  [
    `const A = 1;
type X = typeof B;
type Y = typeof X;
type Z = typeof A<1>;`,
    [
      "MCP122 2:10 Unknown constant `B`; did you mean `A`?",
      "MCP122 3:10 Unknown constant `X`; did you mean `A`?",
      "MCP111 4:10 Unsupported `typeof` of more than a constant's name: typeof A<1>",
    ],
  ],
  [
    `const AB = 1;
type X = typeof Ab;`,
    ["MCP122 2:10 Unknown constant `Ab`; did you mean `AB`?"],
  ],
  [
    `const A = 1;
type X = A;`,
    ["MCP123 2:10 `A` is a constant, not a type"],
  ],
  [
    `interface X {}
type X = string;`,
    [
      "MCP124 2:1 alias `X` is declared before as interface `X` at schema.ts:1:1",
    ],
  ],
  [
    `type X = 1;
type X = 1;`,
    ["MCP124 2:1 alias `X` is declared before as alias `X` at schema.ts:1:1"],
  ],
  [
    `const X = 1;
const X = 1;`,
    [
      "MCP124 2:1 constant `X` is declared before as constant `X` at schema.ts:1:1",
    ],
  ],
  [
    `interface X {}
export interface X {}`,
    [
      "MCP124 2:1 exported interface `X` is declared before as interface `X` at schema.ts:1:1",
    ],
  ],
  [
    `interface X<T> { t: T }
interface X<U> { u: U }`,
    [
      "MCP124 2:1 interface `X` is declared before as interface `X` at schema.ts:1:1",
    ],
  ],
  [
    `const X = 1;
type X = typeof X;`,
    [
      "MCP124 2:1 alias `X` is declared before as constant `X` at schema.ts:1:1",
      "MCP122 2:10 Unknown constant `X`",
    ],
  ],
  [
    `interface X { a: string }
interface X { a?: string }`,
    ["MCP125 2:15 `X` declares `a` otherwise at schema.ts:1:15"],
  ],
  [
    "interface X { a: string; a: string }",
    ["MCP125 1:26 `a` is declared twice, first at schema.ts:1:15"],
  ],
  [
    `interface X { [k: string]: 1 }
interface X { [k: string]: 2 }`,
    [
      "MCP125 2:15 `X` declares its index signature otherwise at schema.ts:1:15",
    ],
  ],
  [
    `type X = { a: 1; "a": 2 };`,
    ["MCP125 1:18 `a` is declared twice, first at schema.ts:1:12"],
  ],
  [
    `interface Y {}
type X<Y> = Y;`,
    ["MCP126 2:8 The type parameter `Y` has the name of another type"],
  ],
  [
    "type X<Array> = Array;",
    ["MCP126 1:8 The type parameter `Array` has the name of another type"],
  ],
  ["interface X extends X {}", ["MCP130 1:1 Circular definition: `X` -> `X`"]],
  [
    `interface A extends B {}
interface B extends Omit<C, "x"> {}
interface C extends A {}`,
    ["MCP130 1:1 Circular definition: `A` -> `B` -> `C` -> `A`"],
  ],
  ["type X = X;", ["MCP130 1:1 Circular definition: `X` -> `X`"]],
  [
    `type A = B | string;
type B = A & { x: string };`,
    ["MCP130 1:1 Circular definition: `A` -> `B` -> `A`"],
  ],
  [
    `type Id<T> = T;
type X = Id<X>;`,
    ["MCP130 2:1 Circular definition: `X` -> `X`"],
  ],
  [
    `interface X extends Y["a"] {}`,
    [`MCP111 1:21 Unsupported expression in \`extends\`: Y["a"]`],
  ],
  [
    'interface A { x: number; y?: "a" | "b"; z: string; o: { p: string } }\nexport interface X extends A { x: string; y?: "c"; z?: string; o: { p: null } }',
    [
      "MCP133 2:32 `X.x: string` contradicts the inherited `x: number`",
      'MCP133 2:43 `X.y?: "c"` contradicts the inherited `y?: "a" | "b"`',
      "MCP133 2:52 `X.z?: string` contradicts the inherited `z: string`",
      "MCP133 2:64 `X.o: { p: null }` contradicts the inherited `o: { p: string }`",
    ],
  ],
  [
    `type U = string | number;
interface X extends U {}`,
    ["MCP131 2:1 `X` extends `U`, which is not an object type"],
  ],
  [
    "interface X extends Array<string> {}",
    ["MCP131 1:1 `X` extends `string[]`, which is not an object type"],
  ],
  [
    `type U = { a: 1 } | { b: 2 };
interface X extends Partial<U> {}`,
    ["MCP131 2:1 `X` extends `Partial<U>`, which is not an object type"],
  ],
  [
    "interface X<T> extends T {}",
    ["MCP131 1:1 `X` extends `T`, which is not an object type"],
  ],
  [
    `interface X extends Y {}
const Y = 1;`,
    [
      "MCP131 1:1 `X` extends `Y`, which is not an object type",
      "MCP123 1:21 `Y` is a constant, not a type",
    ],
  ],
  ["interface X extends Missing {}", ["MCP120 1:21 Unknown type `Missing`"]],
  ["type X = {", ["MCP103 2:1 Property or signature expected."]],
  [
    `interface X { a: "b }`,
    [
      "MCP103 1:22 Unterminated string literal.",
      "MCP103 2:1 Property or signature expected.",
    ],
  ],
  [
    `type = 1;
interface {}
`,
    ["MCP103 2:11 Interface must be given a name."],
  ],
  ["/** never closed", ["MCP103 4:1 '*/' expected."]],
  [
    "type X = `a${string`",
    ["MCP103 1:20 '}' expected.", "MCP103 4:1 Unterminated template literal."],
  ],
  ["type X = <T>;", ["MCP103 1:13 '(' expected."]],
  [
    "abstract interface X {}",
    ["MCP110 1:1 Unsupported modifier `abstract`: abstract interface X {}"],
  ],
  ["type any = string;", ["MCP127 1:1 A declaration cannot be called `any`"]],
  [
    "interface string {}",
    ["MCP127 1:1 A declaration cannot be called `string`"],
  ],
  [
    "type X = [a?: string, b: string, ...c: string];",
    [
      "MCP111 1:10 Unsupported order of tuple elements: [a?: string, b: string, ...c: string]",
    ],
  ],
  [
    "type X = [string?, string];",
    ["MCP111 1:10 Unsupported order of tuple elements: [string?, string]"],
  ],
  [
    "type X = Y; type Y<T> = T;",
    ["MCP121 1:10 `Y` takes 1 type argument, not 0"],
  ],
  ["type X = typeof Array;", ["MCP122 1:10 Unknown constant `Array`"]],
  [
    "type X = Record<string, X>;",
    ["MCP130 1:1 Circular definition: `X` -> `X`"],
  ],
  [
    "type X = Record<string, Y>;\ntype Y = string | X;",
    ["MCP130 1:1 Circular definition: `X` -> `Y` -> `X`"],
  ],
  [
    "type Box<T> = { v: T };\ntype X = Box<X>;",
    ["MCP130 2:1 Circular definition: `X` -> `X`"],
  ],
  ["type X<T = X> = T;", ["MCP130 1:8 The default of `T` needs itself"]],
  [
    "type X<T = 1, U> = T | U;",
    [
      "MCP129 1:15 The type parameter `U` has no default, but one before it has",
    ],
  ],
  [
    'type X<T extends string> = T;\ntype Y = X<1 | "a">;',
    [
      'MCP128 2:1 `Y` gives `X` the argument `1 | "a"`, but `T` extends `string`',
    ],
  ],
  [
    "type X = [1, ...number];",
    ["MCP111 1:1 `X` has a tuple whose rest is no list: [1, ...number]"],
  ],
  [
    "/**\n * @minimum x\n * @maximum 1 or so\n */\ntype X = number;",
    [
      "MCP142 2:4 @minimum takes a number, not `x`",
      "MCP142 3:4 @maximum takes a number, not `1 or so`",
    ],
  ],
  [
    "interface X { /** @minLength -1 */ a: string; /** @maxItems 1.5 */ b: 1[] }",
    [
      "MCP142 1:19 @minLength takes a count, not `-1`",
      "MCP142 1:51 @maxItems takes a count, not `1.5`",
    ],
  ],
  [
    "/** @pattern [ */ type X = string;",
    ["MCP142 1:5 @pattern takes a regular expression, not `[`"],
  ],
  [
    "type X = [...string[], 1];",
    ["MCP111 1:1 `X` has a tuple whose rest is not last: [...string[], 1]"],
  ],
  [
    "type X = [...Y, 1]; type Y = [2, ...3[]];",
    ["MCP111 1:1 `X` has a tuple whose rest is not last: [...Y, 1]"],
  ],
  [
    "type X = [...Y, 1]; type Y = [2?];",
    [
      "MCP111 1:1 `X` has a tuple that goes on after an optional element: [...Y, 1]",
    ],
  ],
  ["type X = [1, ...X];", ["MCP130 1:1 Circular definition: `X` -> `X`"]],
  [
    "type X = keyof Y; type Y = 1[];",
    ["MCP111 1:1 `X` takes a list for an object: keyof Y"],
  ],
  [
    'type X = Omit<[1, 2], "0">;',
    ['MCP111 1:1 `X` takes a list for an object: Omit<[1, 2], "0">'],
  ],
  [
    'type X = 1[]["length"];',
    ["MCP132 1:1 `X` uses the member `length`, which the type does not have"],
  ],
  [
    'interface X { a: X["a"] }',
    ['MCP130 1:1 Circular definition: `X["a"]` -> `X["a"]`'],
  ],
  [
    'interface X { a: Y["b"] | null }\ninterface Y { b: Z["a"] }\ntype Z = X & { c: 1 };',
    ['MCP130 1:1 Circular definition: `Y["b"]` -> `Z["a"]` -> `Y["b"]`'],
  ],
  [
    "type X = [1, 2][2];",
    ["MCP132 1:1 `X` uses the member `2`, which the type does not have"],
  ],
  [
    'type X = { a?: { b: 1 } }["a"]["b"];',
    ["MCP132 1:1 `X` uses the member `b`, which the type does not have"],
  ],
  [
    "interface X { [k: string]: string; a: number; b: string }",
    [
      "MCP134 1:36 `X` has `a: number`, which its index signature `[k: string]: string` does not allow",
    ],
  ],
  [
    "interface Y { a: number }\ninterface X extends Y { [k: string]: string }",
    [
      "MCP134 2:1 `X` has `a: number`, which its index signature `[k: string]: string` does not allow",
    ],
  ],
  [
    "type X = { [k: number]: 1; [k: string]: 2; 3: 1 }[];",
    [
      "MCP134 1:12 `X` has `[number]: 1`, which its index signature `[k: string]: 2` does not allow",
      "MCP134 1:44 `X` has `3: 1`, which its index signature `[k: string]: 2` does not allow",
    ],
  ],
  [
    'interface X { [k: `x-${string}`]: 1; "x-a": 2; y: 3 }',
    [
      "MCP134 1:38 `X` has `x-a: 2`, which its index signature `[k: `x-${string}`]: 1` does not allow",
    ],
  ],
  [
    "interface A { a: 1; b?: 1; c: 1; d: 1 }\ninterface B { a: 2; b: 1; c: 2; d: 1 }\ninterface X extends A, B { c: never }",
    [
      "MCP135 3:1 `X` inherits `a: 1` and `a: 2`",
      "MCP135 3:1 `X` inherits `b?: 1` and `b: 1`",
    ],
  ],
];
for (const [lines, want] of CASES)
  diagnostics(lines, () => assert.equal(errorsOf(lines), want));

/** What looks like a mistake and is none. */
const ACCEPTED: readonly string[] = [
  "type X = { x: X } | X[] | [X] | Record<string, { x: X } | X[]>;",
  `interface Box<T> { v: T }
type X = Box<X>;`,
  `interface X extends Record<string, Y> {}
type Y = string | X;`,
  'interface X { ["a"]: string }',
  `interface A { x: A }
type X = A["x"];`,
  "interface X<T = X<1>> { t: T }",
  `interface X<T> { t: T }
interface Y extends X<Y> {}`,
  `interface Y {}
type A = Y;
type B = A & { b: string };
interface X extends A, B, Partial<Y>, Omit<Y, "z"> {}`,
];
for (const lines of ACCEPTED)
  diagnostics(lines, () => assert.equal(errorsOf(lines), []));

/** Whole files that are no schema. */
const FILES: readonly [string, string, readonly string[]][] = [
  ["an empty file", "", ["MCP100 - schema.ts has no declarations"]],
  [
    "comments alone",
    "// nothing\n/* here */\n",
    ["MCP100 - schema.ts has no declarations"],
  ],
  [
    "a binary file",
    "\u007fELF\0\0",
    ["MCP101 - schema.ts has a NUL character at offset 4"],
  ],
  [
    "a file of 20 million characters",
    " ".repeat(20_000_000),
    ["MCP102 - schema.ts has 20 million characters"],
  ],
  [
    "another protocol",
    "export interface Packet { id: number }",
    ["MCP104 1:1 There is no type `ClientRequest`"],
  ],
  [
    "another language",
    "syntax = 'proto3';",
    [
      "MCP104 1:1 There is no type `ClientRequest`",
      "MCP110 1:1 Unsupported statement: syntax = 'proto3';",
    ],
  ],
];
for (const [name, text, want] of FILES)
  diagnostics(name, () => assert.equal(errorsOfFile(text), want));

diagnostics("come with a code frame, a cause and a fix", () => {
  const [first, ...others] = diagnosticsOf(
    "export type ClientRequest = never;\n\nexport enum Role {\n  user,\n}\n",
  );
  assert.equal(others, []);
  const { cause, fix } = PARSE_DIAGNOSTICS.MCP110;
  assert.equal(first, {
    severity: "error",
    code: "MCP110",
    message: "Unsupported enum: export enum Role { user, }",
    place: {
      file: "schema.ts",
      line: 3,
      column: 1,
      frame: [
        "  1 | export type ClientRequest = never;",
        "  2 |",
        "> 3 | export enum Role {",
        "    | ^",
        "  4 |   user,",
        "  5 | }",
      ].join("\n"),
    },
    cause,
    fix,
  });
});

diagnostics("of a code say title, cause and fix in sentences", () => {
  for (const [code, { title, cause, fix }] of Object.entries(
    PARSE_DIAGNOSTICS,
  )) {
    assert.match(code, /^MCP1\d\d$/);
    assert.match(title, /^[A-Z].*[^.]$/);
    assert.match(cause, /^[A-Z`].*\.$/);
    assert.match(fix, /^[A-Z].*\.$/);
  }
});

diagnostics.run();
