/** Names that stand for nothing, or for something else than is said. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorsOf } from "../support/parsing.js";

const diagnostics = suite("diagnostics: names");

/** A few lines, and all their errors in order. */
const CASES: readonly [string, readonly string[]][] = [
  [
    "interface X { [a: string]: string; [b: string]: string }",
    [
      "MCP125 1:36 The index signature is declared twice, first at schema.ts:1:15",
    ],
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
  ["interface X extends Missing {}", ["MCP120 1:21 Unknown type `Missing`"]],
  ["type any = string;", ["MCP127 1:1 A declaration cannot be called `any`"]],
  [
    "interface string {}",
    ["MCP127 1:1 A declaration cannot be called `string`"],
  ],
  [
    "type X = Y; type Y<T> = T;",
    ["MCP121 1:10 `Y` takes 1 type argument, not 0"],
  ],
  ["type X = typeof Array;", ["MCP122 1:10 Unknown constant `Array`"]],
];
for (const [lines, want] of CASES)
  diagnostics(lines, () => assert.equal(errorsOf(lines), want));

diagnostics.run();
