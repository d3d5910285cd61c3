/** Syntax, declarations, types and members that the model does not have. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorsOf } from "../support/parsing.js";

const diagnostics = suite("diagnostics: what is not supported");

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
    `interface X extends Y["a"] {}`,
    [`MCP111 1:21 Unsupported expression in \`extends\`: Y["a"]`],
  ],
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
  [
    "@dec interface X {}",
    ["MCP110 1:1 Unsupported decorator: @dec interface X {}"],
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
    "type X = [1, ...number];",
    ["MCP111 1:1 `X` has a tuple whose rest is no list: [1, ...number]"],
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
  [
    "type X = keyof Y; type Y = 1[];",
    ["MCP111 1:1 `X` takes a list for an object: keyof Y"],
  ],
  [
    'type X = Omit<[1, 2], "0">;',
    ['MCP111 1:1 `X` takes a list for an object: Omit<[1, 2], "0">'],
  ],
];
for (const [lines, want] of CASES)
  diagnostics(lines, () => assert.equal(errorsOf(lines), want));

diagnostics.run();
