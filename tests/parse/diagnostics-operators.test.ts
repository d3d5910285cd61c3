/** Types that are computed of what does not suit: keys, members, operands. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { errorsOf } from "../support/parsing.js";

const diagnostics = suite("diagnostics: operators");

const NAMED = `interface A { a: string; k: "A"; n?: { m: 1 } }
interface B { b: boolean; k: "B" }
type AB = A | B;
type Keys = "a" | "b" | "k";
type Opt = [string, number?];
type Ver = \`v\${number}\`;
type Box<T> = { t: T };
type Json = string | Json[] | { [key: string]: Json };
interface Dict { [key: string]: 1 }
interface Codes { 404: "none" }
interface Lists { many: string[]; pair: [1, 2] }
`;

/** A type, and the member that it asks for in vain. */
const MISSING: readonly (readonly [string, string])[] = [
  ['Lists["many"]["length"]', "length"],
  ['Lists["pair"]["length"]', "length"],
  ['Lists["pair"][2]', "2"],
  ['Opt["length"]', "length"],
  ['Opt["5"]', "5"],
  ['string["length"]', "length"],
  ["Ver[number]", "number"],
  ['AB["a"]', "a"],
  ["A[Keys]", "b"],
  ["A[string]", "string"],
  ['(A | null)["a"]', "a"],
  ['A["a"]["b"]', "b"],
  ['A["n"]["m"]', "m"],
  ['Json["a"]', "a"],
  ['Box<A>["t"]["b"]', "b"],
  ['Omit<A, "a">["a"]', "a"],
  ['Record<Keys, 1>["c"]', "c"],
  ['Pick<AB, "a">', "a"],
];

for (const [type, member] of MISSING)
  diagnostics(`${type}: unknown member`, () => {
    assert.equal(errorsOf(`${NAMED}type X = ${type};`), [
      `MCP132 12:1 \`X\` uses the member \`${member}\`, which the type does not have`,
    ]);
  });

/** A type, and what is wrong with what it is made of. */
const UNSUITED: readonly (readonly [string, string])[] = [
  ["keyof Codes", "takes keys that are no plain names"],
  ["keyof Record<`p${string}`, 1>", "takes keys that are no plain names"],
  ["keyof { [k: number]: 1 }", "takes keys that are no plain names"],
  ["keyof unknown", "takes `unknown` for an object"],
  ["keyof null", "takes `null` for an object"],
  ["Partial<any>", "takes `any` for an object"],
  ["Partial<unknown>", "takes `unknown` for an object"],
  ["Required<A | any>", "takes `any` for an object"],
  ['Omit<any, "a">', "takes `any` for an object"],
  ['Omit<never, "a">', "takes `never` for an object"],
  ['Pick<any, "a">', "takes `any` for an object"],
  ['Omit<Lists["many"], "a">', "takes a list for an object"],
  ["`${A}`", "writes what is no text into a template"],
  [
    "Exclude<[1, 2] | [1], { length: 1 }>",
    "asks for the member `length`, which lists have of themselves",
  ],
  [
    "Extract<string | A, { length: number }>",
    "asks for the member `length`, which texts have of themselves",
  ],
  [
    "Exclude<string[] | A, { 0: string }>",
    "asks for the member `0`, which lists have of themselves",
  ],
];

for (const [type, fault] of UNSUITED)
  diagnostics(`${type}: ${fault}`, () => {
    assert.equal(errorsOf(`${NAMED}type X = ${type};`), [
      `MCP111 12:1 \`X\` ${fault}: ${type}`,
    ]);
  });

diagnostics("the keys of a Record are no objects", () => {
  assert.equal(errorsOf(`${NAMED}type X = Record<A, 1>;`), [
    "MCP114 12:1 The keys of a `Record` in `X` are no text",
  ]);
});

const SOUND: readonly string[] = [
  'AB["k"]',
  "A[keyof A]",
  'A["a" | "k"]',
  'NonNullable<A["n"]>["m"]',
  'Required<A>["n"]["m"]',
  'Dict["x"] | Dict[string]',
  'Opt["1"] | Opt[number] | Opt[0]',
  'Lists["many"][number] | Lists["many"][7]',
  'Box<A>["t"]["a"]',
  'Exclude<AB, B>["a"]',
  'Record<Keys, A>["b"]["a"]',
  'Pick<A & B, "a" | "b">',
  "keyof Dict | keyof Record<Keys, 1>",
  "Partial<Opt> | Required<AB>",
  "Exclude<Json, object | { a: 1 }>",
  "`${Keys}-${Ver}-${number}`",
];

for (const type of SOUND)
  diagnostics(`${type}: nothing to say`, () => {
    assert.equal(errorsOf(`${NAMED}type X = ${type};`), []);
  });

diagnostics.run();
