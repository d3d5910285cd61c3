/** What TypeScript refuses in a schema of the user's, and what it is asked. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSchema } from "../../generator/parse/index.js";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import {
  diagnosticsOf,
  errorsOf,
  expectErrors,
  type Row,
} from "../support/parsing.js";

const typecheck = suite("parse: typecheck");

const UNSOUND: readonly Row[] = [
  [
    "interface Tool {} type A = Tol;",
    "MCP108 28 TS2552: Cannot find name 'Tol'. Did you mean 'Tool'?",
  ],
  [
    "type B = String[] | Promise<Nope>;",
    "MCP111 10 Unsupported type: String",
    "MCP111 21 Unsupported type: Promise",
    "MCP108 29 TS2304: Cannot find name 'Nope'.",
  ],
  [
    "interface C extends string {}",
    "MCP108 21 TS2840: An interface cannot extend a primitive type like 'string'. It can only extend other named object types.",
  ],
  ["type E = Tool<1>;", "MCP108 10 TS2315: Type 'Tool' is not generic."],
  [
    "type F = Array | Record<string> | Partial<1, 2>;",
    "MCP108 10 TS2314: Generic type 'Array<T>' requires 1 type argument(s).",
    "MCP108 18 TS2314: Generic type 'Record' requires 2 type argument(s).",
    "MCP108 35 TS2314: Generic type 'Partial' requires 1 type argument(s).",
  ],
  [
    "const AB = 1; type G = typeof Ab | AB;",
    "MCP108 31 TS2552: Cannot find name 'Ab'. Did you mean 'AB'?",
    "MCP108 36 TS2749: 'AB' refers to a value, but is being used as a type here. Did you mean 'typeof AB'?",
  ],
  [
    "const I = 1; const I = 2;",
    "MCP108 7 TS2451: Cannot redeclare block-scoped variable 'I'.",
    "MCP108 20 TS2451: Cannot redeclare block-scoped variable 'I'.",
  ],
  [
    "interface K { a: string } interface K { a?: string }",
    "MCP108 15 TS2687: All declarations of 'a' must have identical modifiers.",
    "MCP108 41 TS2687: All declarations of 'a' must have identical modifiers.",
    "MCP108 41 TS2717: Subsequent property declarations must have the same type. Property 'a' must be of type 'string', but here has type 'string | undefined'.",
  ],
  [
    "interface N extends O {} interface O extends Omit<P, 'x'> {} interface P extends N {}",
    "MCP108 11 TS2310: Type 'N' recursively references itself as a base type.",
    "MCP108 36 TS2310: Type 'O' recursively references itself as a base type.",
    "MCP108 72 TS2310: Type 'P' recursively references itself as a base type.",
  ],
  [
    "type Q = R | string; type R = Q & { x: string };",
    "MCP108 6 TS2456: Type alias 'Q' circularly references itself.",
    "MCP108 27 TS2456: Type alias 'R' circularly references itself.",
  ],
  [
    "interface U { x: number } interface V extends U { x: string }",
    "MCP108 37 TS2430: Interface 'V' incorrectly extends interface 'U'. Types of property 'x' are incompatible. Type 'string' is not assignable to type 'number'.",
  ],
  [
    "type Z = string | number; interface X extends Z {}",
    "MCP108 47 TS2312: An interface can only extend an object type or intersection of object types with statically known members.",
  ],
  [
    "interface AA { [k: string]: string; a: number; b: string }",
    "MCP108 37 TS2411: Property 'a' of type 'number' is not assignable to 'string' index type 'string'.",
  ],
  [
    'interface AG { a: string = "b" }',
    "MCP108 28 TS1246: An interface property cannot have an initializer.",
  ],
];
typecheck("refuses what is unsound, all at once", () => expectErrors(UNSOUND));

/** What looks like a mistake and is none. */
const SOUND: readonly string[] = [
  "type X = { x: X } | X[] | Record<string, { x: X } | X[]>;",
  "interface X extends Record<string, Y> {}\ntype Y = string | X;",
  'interface A { a: string; b?: 1 }\ninterface X extends A { a: "a"; b: 1 }',
  'interface Y {}\ntype A = Y;\ntype B = A & { b: string };\ninterface X extends A, B, Partial<Y>, Omit<Y, "z"> {}',
  'interface Error { code: number }\ntype X = Omit<Error, "code"> & { code: -1 };',
  "interface Array { a: 1 }\ntype Partial = Array;\ntype X = Partial[];",
  // Of what has an index signature, `Omit` keeps that alone.
  'interface Y { [k: string]: unknown; a: string }\ninterface X extends Omit<Y, "b"> { a: number }',
  "type A = { a: 1 } | { b: 1 };\ntype B = A | { c: 1 };\ntype C = B & { d: 1 };\ntype X = C & { e: 1 };",
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
