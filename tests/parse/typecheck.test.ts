/** What TypeScript refuses in a schema of the user's, and what it is asked. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSchema } from "../../generator/parse/index.js";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import { diagnosticsOf, errorsOf } from "../support/parsing.js";

const typecheck = suite("parse: typecheck");

/** A few lines, and all their errors in order. */
const UNSOUND: readonly [string, readonly string[]][] = [
  [
    `interface Tool {}
type X = Tol;`,
    ["MCP108 2:10 TS2552: Cannot find name 'Tol'. Did you mean 'Tool'?"],
  ],
  [
    "type X = String[] | Promise<Nope>;",
    [
      "MCP111 1:10 Unsupported type: String",
      "MCP111 1:21 Unsupported type: Promise",
      "MCP108 1:29 TS2304: Cannot find name 'Nope'.",
    ],
  ],
  [
    "interface X extends string {}",
    [
      "MCP108 1:21 TS2840: An interface cannot extend a primitive type like 'string'. It can only extend other named object types.",
    ],
  ],
  [
    "interface X extends Missing {}",
    ["MCP108 1:21 TS2304: Cannot find name 'Missing'."],
  ],
  [
    `interface Y {}
type X = Y<1>;`,
    ["MCP108 2:10 TS2315: Type 'Y' is not generic."],
  ],
  [
    "type X = Array | Record<string> | Partial<1, 2>;",
    [
      "MCP108 1:10 TS2314: Generic type 'Array<T>' requires 1 type argument(s).",
      "MCP108 1:18 TS2314: Generic type 'Record' requires 2 type argument(s).",
      "MCP108 1:35 TS2314: Generic type 'Partial' requires 1 type argument(s).",
    ],
  ],
  [
    `const AB = 1;
type X = typeof Ab;`,
    ["MCP108 2:17 TS2552: Cannot find name 'Ab'. Did you mean 'AB'?"],
  ],
  [
    `const A = 1;
type X = A;`,
    [
      "MCP108 2:10 TS2749: 'A' refers to a value, but is being used as a type here. Did you mean 'typeof A'?",
    ],
  ],
  [
    `interface X {}
type X = string;`,
    [
      "MCP108 1:11 TS2300: Duplicate identifier 'X'.",
      "MCP108 2:6 TS2300: Duplicate identifier 'X'.",
    ],
  ],
  [
    `const X = 1;
const X = 1;`,
    [
      "MCP108 1:7 TS2451: Cannot redeclare block-scoped variable 'X'.",
      "MCP108 2:7 TS2451: Cannot redeclare block-scoped variable 'X'.",
    ],
  ],
  [
    `interface X {}
export interface X {}`,
    [
      "MCP108 1:11 TS2395: Individual declarations in merged declaration 'X' must be all exported or all local.",
      "MCP108 2:18 TS2395: Individual declarations in merged declaration 'X' must be all exported or all local.",
    ],
  ],
  [
    `interface X { a: string }
interface X { a?: string }`,
    [
      "MCP108 1:15 TS2687: All declarations of 'a' must have identical modifiers.",
      "MCP108 2:15 TS2687: All declarations of 'a' must have identical modifiers.",
      "MCP108 2:15 TS2717: Subsequent property declarations must have the same type. Property 'a' must be of type 'string', but here has type 'string | undefined'.",
    ],
  ],
  [
    "interface X { a: string; a: string }",
    [
      "MCP108 1:15 TS2300: Duplicate identifier 'a'.",
      "MCP108 1:26 TS2300: Duplicate identifier 'a'.",
    ],
  ],
  [
    "interface X { [k: string]: 1; [l: string]: 1 }",
    [
      "MCP108 1:15 TS2374: Duplicate index signature for type 'string'.",
      "MCP108 1:31 TS2374: Duplicate index signature for type 'string'.",
    ],
  ],
  [
    `type any = string;
interface string {}`,
    [
      "MCP108 1:6 TS2457: Type alias name cannot be 'any'.",
      "MCP108 2:11 TS2427: Interface name cannot be 'string'.",
    ],
  ],
  [
    `interface A extends B {}
interface B extends Omit<C, "x"> {}
interface C extends A {}`,
    [
      "MCP108 1:11 TS2310: Type 'A' recursively references itself as a base type.",
      "MCP108 2:11 TS2310: Type 'B' recursively references itself as a base type.",
      "MCP108 3:11 TS2310: Type 'C' recursively references itself as a base type.",
    ],
  ],
  [
    `type A = B | string;
type B = A & { x: string };`,
    [
      "MCP108 1:6 TS2456: Type alias 'A' circularly references itself.",
      "MCP108 2:6 TS2456: Type alias 'B' circularly references itself.",
    ],
  ],
  [
    "type X = Record<string, X>;",
    ["MCP108 1:6 TS2456: Type alias 'X' circularly references itself."],
  ],
  [
    "type X = Partial<X>;",
    ["MCP108 1:6 TS2456: Type alias 'X' circularly references itself."],
  ],
  [
    `interface A { x: number; y?: "a" | "b"; z: string; o: { p: string } }
export interface X extends A { x: string; y?: "c"; z?: string; o: { p: null } }`,
    [
      "MCP108 2:18 TS2430: Interface 'X' incorrectly extends interface 'A'. Types of property 'x' are incompatible. Type 'string' is not assignable to type 'number'.",
    ],
  ],
  [
    `type U = string | number;
interface X extends U {}`,
    [
      "MCP108 2:21 TS2312: An interface can only extend an object type or intersection of object types with statically known members.",
    ],
  ],
  [
    `type U = { a: 1 } | { b: 2 };
interface X extends Partial<U> {}`,
    [
      "MCP108 2:21 TS2312: An interface can only extend an object type or intersection of object types with statically known members.",
    ],
  ],
  [
    "interface X { [k: string]: string; a: number; b: string }",
    [
      "MCP108 1:36 TS2411: Property 'a' of type 'number' is not assignable to 'string' index type 'string'.",
    ],
  ],
  [
    `interface Y { a: number }
interface X extends Y { [k: string]: string }`,
    [
      "MCP108 2:25 TS2411: Property 'a' of type 'number' is not assignable to 'string' index type 'string'.",
    ],
  ],
  [
    `interface A { a: 1; b?: 1; c: 1; d: 1 }
interface B { a: 2; b: 1; c: 2; d: 1 }
interface X extends A, B { c: never }`,
    [
      "MCP108 3:11 TS2320: Interface 'X' cannot simultaneously extend types 'A' and 'B'. Named property 'a' of types 'A' and 'B' are not identical.",
    ],
  ],
  [
    `interface X { a: string = "b" }`,
    ["MCP108 1:27 TS1246: An interface property cannot have an initializer."],
  ],
  [
    "interface X { [a: string, b: string]: string }",
    ["MCP108 1:16 TS1096: An index signature must have exactly one parameter."],
  ],
  [
    "type X = unique symbol | readonly string;",
    [
      "MCP108 1:10 TS1335: 'unique symbol' types are not allowed here.",
      "MCP111 1:10 Unsupported type operator: unique symbol",
      "MCP108 1:26 TS1354: 'readonly' type modifier is only permitted on array and tuple literal types.",
      "MCP111 1:26 Unsupported type operator: readonly string",
    ],
  ],
];
for (const [lines, want] of UNSOUND)
  typecheck(lines, () => assert.equal(errorsOf(lines), want));

/** What looks like a mistake and is none. */
const SOUND: readonly string[] = [
  "type X = { x: X } | X[] | Record<string, { x: X } | X[]>;",
  "interface X extends Record<string, Y> {}\ntype Y = string | X;",
  'interface A { a: string; b?: 1 }\ninterface X extends A { a: "a"; b: 1 }',
  'interface Y {}\ntype A = Y;\ntype B = A & { b: string };\ninterface X extends A, B, Partial<Y>, Omit<Y, "z"> {}',
  'interface Error { code: number }\ntype X = Omit<Error, "code"> & { code: -1 };',
  "interface Array { a: 1 }\ntype Partial = Array;\ntype X = Partial[];",
  "type X = NonNullable<string | null> | Array<object>;",
];
for (const lines of SOUND)
  typecheck(lines, () => assert.equal(errorsOf(lines), []));

typecheck("says where, why and what to do", () => {
  const [found] = diagnosticsOf(
    "export type ClientRequest = never;\ntype X = Client;\n",
  );
  const { cause, fix } = PARSE_DIAGNOSTICS.MCP108;
  assert.equal(found, {
    severity: "error",
    code: "MCP108",
    message: "TS2304: Cannot find name 'Client'.",
    place: {
      file: "schema.ts",
      line: 2,
      column: 10,
      frame: [
        "  1 | export type ClientRequest = never;",
        "> 2 | type X = Client;",
        "    |          ^",
        "  3 |",
      ].join("\n"),
    },
    cause,
    fix,
  });
});

const times = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

/** What the checker would not come to an end with, or would too late. */
const RUNAWAYS: readonly [string, string, RegExp | null][] = [
  [
    "unions that double",
    `type X0 = 1;\n${times(10_000, (n) => `type X${n} = X${n - 1} | X${n - 1};`)}`,
    /^MCP106 \d+:1 `X\d+` has more than 200000 parts when it is written out$/,
  ],
  [
    "intersections that double",
    `interface X0 {}\n${times(60, (n) => `type X${n} = X${n - 1} & X${n - 1};`)}`,
    /^MCP106 /,
  ],
  [
    "bases that double",
    `interface A0 {} interface B0 {}\n${times(
      60,
      (n) =>
        `interface A${n} extends A${n - 1}, B${n - 1} {} interface B${n} extends A${n - 1}, B${n - 1} {}`,
    )}`,
    /^MCP106 /,
  ],
  [
    "an intersection of large unions",
    `type A = ${times(400, (n) => `| { a${n}: 1 }`)};\ntype B = ${times(400, (n) => `| { b${n}: 1 }`)};\ntype X = A & B;`,
    /^MCP108 \d+:10 TS2590: Expression produces a union type that is too complex to represent\.$/,
  ],
  [
    "members that narrow one another",
    `${times(300, (n) => `interface A${n} { a: A${n + 1} } interface B${n} extends A${n} { a: B${n + 1} }`)}\ninterface A301 {} interface B301 {}`,
    /^MCP108 \d+:\d+ TS2321: Excessive stack depth comparing types/,
  ],
  [
    "a union of 100,000 members",
    `type X = ${times(100_000, (n) => `| "v${n}"`)};`,
    null,
  ],
  [
    "unions that name one another",
    `type X0 = 1;\n${times(240, (n) => `type X${n} = X${n - 1} | X${n - 1}[];`)}`,
    null,
  ],
];
for (const [name, lines, want] of RUNAWAYS)
  typecheck(name, () => {
    const errors = errorsOf(lines);
    if (want) assert.match(errors[0] ?? "", want);
    else assert.equal(errors, []);
  });

typecheck("is not asked of a known revision, which is proven", () => {
  const text =
    "type X = 1; type X = 2;\nexport const LATEST_PROTOCOL_VERSION = '1';\ntype ClientRequest = never;";
  const read = (revision: string | null): readonly unknown[] => {
    try {
      return parseSchema(text, { file: "schema.ts", revision }).warnings;
    } catch (error) {
      return String(error).split("\n");
    }
  };
  assert.equal(read("2026-07-28"), []);
  assert.is(read(null).length, 2);
});

typecheck.run();
