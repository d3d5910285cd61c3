/** Syntax, declarations, types and members that the model does not have. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorsOf } from "../support/parsing.js";

const diagnostics = suite("diagnostics: what is not supported");

/** A few lines, and all their errors in order. */
const CASES: readonly [string, readonly string[]][] = [
  [
    `enum E { A }
interface X extends E { a: E; b: typeof E }`,
    [
      "MCP110 1:1 Unsupported enum declaration: enum E { A }",
      "MCP108 2:21 TS2312: An interface can only extend an object type or intersection of object types with statically known members.",
    ],
  ],
  [
    `import A, { B as C } from "./x";
type X = A | C<1>[];`,
    [
      'MCP110 1:1 Unsupported import declaration: import A, { B as C } from "./x";',
    ],
  ],
  ["class X {}", ["MCP110 1:1 Unsupported class declaration: class X {}"]],
  [
    "function f() {}",
    ["MCP110 1:1 Unsupported function declaration: function f() {}"],
  ],
  [
    `export { X } from "./x";`,
    ['MCP110 1:1 Unsupported export declaration: export { X } from "./x";'],
  ],
  [
    "export default interface X {}",
    ["MCP110 1:8 Unsupported default keyword: default"],
  ],
  ["let x = 1;", ["MCP110 1:1 Unsupported variable statement: let x = 1;"]],
  ["using x = 1;", ["MCP110 1:1 Unsupported variable statement: using x = 1;"]],
  [
    "namespace N {}",
    ["MCP110 1:1 Unsupported module declaration: namespace N {}"],
  ],
  [
    "declare global {}",
    ["MCP110 1:1 Unsupported module declaration: declare global {}"],
  ],
  [
    "export = 1;",
    [
      "MCP108 1:1 TS1203: Export assignment cannot be used when targeting ECMAScript modules. Consider using 'export default' or another module format instead.",
      "MCP108 1:1 TS2309: An export assignment cannot be used in a module with other exported elements.",
      "MCP110 1:1 Unsupported export assignment: export = 1;",
    ],
  ],
  ["if (true) {}", ["MCP110 1:1 Unsupported if statement: if (true) {}"]],
  [
    "abstract interface X {}",
    [
      "MCP108 1:1 TS1242: 'abstract' modifier can only appear on a class, method, or property declaration.",
      "MCP110 1:1 Unsupported abstract keyword: abstract",
    ],
  ],
  [
    "@dec interface X {}",
    [
      "MCP108 1:1 TS1206: Decorators are not valid here.",
      "MCP110 1:1 Unsupported decorator: @dec",
    ],
  ],
  [
    `interface Y<T, U = T> { t: T; u: U }
type X<T> = Y<T[]>;`,
    [
      "MCP110 1:13 Unsupported type parameter: T",
      "MCP110 2:8 Unsupported type parameter: T",
    ],
  ],
  [
    `type X = string extends "a" ? 1 : 2;`,
    ['MCP111 1:10 Unsupported conditional type: string extends "a" ? 1 : 2'],
  ],
  [
    `type X = { [K in "a"]: string };`,
    ['MCP111 1:10 Unsupported mapped type: { [K in "a"]: string }'],
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
    ['MCP111 1:10 Unsupported import type: import("./x").Y'],
  ],
  [
    "type X = Y.Z;",
    [
      "MCP108 1:10 TS2503: Cannot find namespace 'Y'.",
      "MCP111 1:10 Unsupported type reference: Y.Z",
    ],
  ],
  [
    "type X = typeof globalThis.x;",
    ["MCP111 1:10 Unsupported type query: typeof globalThis.x"],
  ],
  [
    `const A = 1;
type X = typeof A<1> | typeof undefined;`,
    [
      "MCP108 2:19 TS2635: Type '1' has no signatures for which the type argument list is applicable.",
      "MCP111 2:31 Unsupported type: undefined",
    ],
  ],
  [
    "type X = 1n | -1n | 1e999;",
    [
      "MCP111 1:10 Unsupported literal type: 1n",
      "MCP111 1:15 Unsupported literal type: -1n",
      "MCP111 1:21 Unsupported literal type: 1e999",
    ],
  ],
  [
    "type X = void | bigint | symbol;",
    [
      "MCP111 1:10 Unsupported void keyword: void",
      "MCP111 1:17 Unsupported big int keyword: bigint",
      "MCP111 1:26 Unsupported symbol keyword: symbol",
    ],
  ],
  ["interface X { a: this }", ["MCP111 1:18 Unsupported this type: this"]],
  [
    `interface Y { a: string }
type X = Y["a"] | keyof Y;`,
    [
      'MCP111 2:10 Unsupported indexed access type: Y["a"]',
      "MCP111 2:19 Unsupported type operator: keyof Y",
    ],
  ],
  [
    "type X = [a: string, b?: 1, ...c: 2[]];",
    ["MCP111 1:10 Unsupported tuple type: [a: string, b?: 1, ...c: 2[]]"],
  ],
  [
    "type X = readonly string[];",
    ["MCP111 1:10 Unsupported type operator: readonly string[]"],
  ],
  [
    "type X = `a${string}`;",
    ["MCP111 1:10 Unsupported template literal type: `a${string}`"],
  ],
  [
    `interface Y { a?: string }
type X = Pick<Y, "a"> | Required<Y> | Readonly<Y>;`,
    [
      "MCP111 2:10 Unsupported type: Pick",
      "MCP111 2:25 Unsupported type: Required",
      "MCP111 2:39 Unsupported type: Readonly",
    ],
  ],
  [
    `type X = Exclude<"a" | "b", "a"> | Extract<"a", "a"> | ReadonlyArray<1>;`,
    [
      "MCP111 1:10 Unsupported type: Exclude",
      "MCP111 1:36 Unsupported type: Extract",
      "MCP111 1:56 Unsupported type: ReadonlyArray",
    ],
  ],
  [
    "type X = Date | String | Map<string, 1> | Promise<1>;",
    [
      "MCP111 1:10 Unsupported type: Date",
      "MCP111 1:17 Unsupported type: String",
      "MCP111 1:26 Unsupported type: Map",
      "MCP111 1:43 Unsupported type: Promise",
    ],
  ],
  [
    "interface X { a(): string; (): string; new (): string; get b(): string }",
    [
      "MCP112 1:15 Unsupported method signature: a(): string;",
      "MCP112 1:28 Unsupported call signature: (): string;",
      "MCP112 1:40 Unsupported construct signature: new (): string;",
      "MCP112 1:56 Unsupported get accessor: get b(): string",
    ],
  ],
  [
    `interface X { [Symbol.iterator]: string; ["a"]: 1 }`,
    [
      "MCP112 1:15 Unsupported member with a computed name: [Symbol.iterator]: string;",
      "MCP108 1:16 TS2585: 'Symbol' only refers to a type, but is being used as a value here. Do you need to change your target library? Try changing the 'lib' compiler option to es2015 or later.",
      'MCP112 1:42 Unsupported member with a computed name: ["a"]: 1',
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
    [
      "MCP108 1:12 TS18016: Private identifiers are not allowed outside class bodies.",
      "MCP112 1:12 Unsupported member with a computed name: #a: string",
    ],
  ],
  [
    "const X = { a: 1 }, Y = 1 + 1, Z = `a${1}`, W = 1n, V = +1, U = undefined;",
    [
      "MCP113 1:7 Unsupported constant: X = { a: 1 }",
      "MCP113 1:21 Unsupported constant: Y = 1 + 1",
      "MCP113 1:32 Unsupported constant: Z = `a${1}`",
      "MCP113 1:45 Unsupported constant: W = 1n",
      "MCP113 1:53 Unsupported constant: V = +1",
      "MCP113 1:61 Unsupported constant: U = undefined",
    ],
  ],
  [
    `const X: string = "a";
declare const Y: 1;`,
    [
      'MCP113 1:7 Unsupported constant: X: string = "a"',
      "MCP113 2:15 Unsupported constant: Y: 1",
    ],
  ],
  [
    "const { x } = 1;",
    [
      "MCP113 1:7 Unsupported constant: { x } = 1",
      "MCP108 1:9 TS2339: Property 'x' does not exist on type 'Number'.",
    ],
  ],
  [
    "interface X { [a: number]: string }",
    ["MCP114 1:15 Unsupported index signature: [a: number]: string"],
  ],
  [
    `type K = string;
interface X { [k: K]: 1 }`,
    ["MCP114 2:15 Unsupported index signature: [k: K]: 1"],
  ],
  [
    "interface X { [k: `a${string}`]: 1 }",
    ["MCP114 1:15 Unsupported index signature: [k: `a${string}`]: 1"],
  ],
  [
    "interface X { [a: string] }",
    [
      "MCP108 1:15 TS1021: An index signature must have a type annotation.",
      "MCP114 1:15 Unsupported index signature: [a: string]",
    ],
  ],
  [
    "type X = Record<number, 1> | Record<1, 1>;",
    [
      "MCP114 1:1 The keys of a `Record` in `X` are not strings: Record<number, 1>",
      "MCP114 1:1 The keys of a `Record` in `X` are not strings: Record<1, 1>",
    ],
  ],
  [
    `interface Y { a: string }
type X = Omit<Y, string>;`,
    ["MCP115 2:18 Keys that are not string literals"],
  ],
  [
    `interface X extends Y["a"] {}`,
    [
      "MCP108 1:21 TS2499: An interface can only extend an identifier/qualified-name with optional type arguments.",
      'MCP111 1:21 Unsupported expression in `extends`: Y["a"]',
    ],
  ],
  [
    "interface X extends Array<string> {}",
    ["MCP131 1:1 `X` extends `string[]`, which is not an object type"],
  ],
  [
    `type A = string[];
interface X extends A {}`,
    ["MCP131 2:1 `X` extends `A`, which is not an object type"],
  ],
  [
    "type X = number & { a: 1 };",
    ["MCP111 1:1 `X` intersects what is not an object: number & { a: 1 }"],
  ],
  [
    "type X = string[] & { a: 1 };",
    ["MCP111 1:1 `X` intersects what is not an object: string[] & { a: 1 }"],
  ],
  [
    `type X = Omit<string, "length">;`,
    [
      'MCP111 1:1 `X` takes `string` where an object is needed: Omit<string, "length">',
    ],
  ],
  [
    "type X = Partial<string[]>;",
    [
      "MCP111 1:1 `X` takes `string[]` where an object is needed: Partial<string[]>",
    ],
  ],
  [
    `type U = { a: 1 } | { b: 2 };
type X = Omit<U, "a"> | Partial<U>;`,
    [
      'MCP111 2:1 `X` takes `U` where an object is needed: Omit<U, "a">',
      "MCP111 2:1 `X` takes `U` where an object is needed: Partial<U>",
    ],
  ],
  [
    `const X = 1;
type X = typeof X;`,
    ["MCP124 2:1 alias `X` is declared before as constant at schema.ts:1:1"],
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
];
for (const [lines, want] of CASES)
  diagnostics(lines, () => assert.equal(errorsOf(lines), want));

diagnostics.run();
