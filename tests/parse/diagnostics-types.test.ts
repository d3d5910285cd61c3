/** Types that contradict themselves, one another, or have no end. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorsOf } from "../support/parsing.js";

const diagnostics = suite("diagnostics: types");

/** A few lines, and all their errors in order. */
const CASES: readonly [string, readonly string[]][] = [
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
  ["type X = [1, ...X];", ["MCP130 1:1 Circular definition: `X` -> `X`"]],
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

diagnostics.run();
