import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  findMember,
  literalOf,
  resolveAlias,
} from "../../generator/model/resolve.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import { parseLines } from "../support/parsing.js";

const resolve = suite("resolve");

const LINES = `
interface Base { a: string; b?: number; [key: string]: unknown }
interface Derived extends Base { c: boolean }
interface Box<T, U = T[]> { value: T; other: U }
interface Boxed extends Box<number> {}
type Same = Derived;
type Pair<T> = { first: T } & { first: "x"; second?: T };
const VERSION = "2.0";
`;

/** `name` of the type, as its kind with a question mark when optional. */
const MEMBERS: readonly [string, string, string | null][] = [
  ["Base", "a", "string"],
  ["Base", "z", null],
  ["Derived", "b", "number?"],
  ["Same", "c", "boolean"],
  ["Boxed", "value", "number"],
  ["Boxed", "other", "array"],
  ["Box<string, boolean>", "other", "boolean"],
  ["Pair<number>", "first", "intersection"],
  ["Pair<number>", "second", "number?"],
  ["{ a: string } | { a?: string }", "a", "string?"],
  ["{ a: string } | { a: number }", "a", "union"],
  ["{ a: string } | { b: number }", "a", null],
  ['Omit<Derived, "a">', "a", null],
  ['Omit<Derived, "a">', "c", "boolean"],
  ['Pick<Derived, "b">', "b", "number?"],
  ['Pick<Derived, "b">', "a", null],
  ["Partial<Base>", "a", "string?"],
  ["Required<Base>", "b", "number"],
  ["Readonly<NonNullable<Base>>", "a", "string"],
  ['{ in: Derived }["in"]', "c", "boolean"],
  ["Record<string, string>", "a", null],
  ["string", "length", null],
];
for (const [type, name, want] of MEMBERS)
  resolve(`${name} of ${type}`, () => {
    const model = parseLines(`${LINES}type X = ${type};`);
    const all = declarationsByName(model);
    const x = { kind: "reference", name: "X", arguments: [] } as const;
    const found = findMember(all, x, name);
    const kind =
      found?.type.kind === "primitive" ? found.type.name : found?.type.kind;
    assert.is(found && `${kind}${found.optional ? "?" : ""}`, want);
  });

const LITERALS: readonly [string, unknown][] = [
  ['"a"', "a"],
  ["typeof VERSION", "2.0"],
  ['string & "a"', "a"],
  ["string", undefined],
  ['"a" | "b"', undefined],
];
for (const [type, want] of LITERALS)
  resolve(`literal of ${type}`, () => {
    const model = parseLines(`${LINES}type X = ${type};\ntype Y = X;`);
    const y = { kind: "reference", name: "Y", arguments: [] } as const;
    assert.is(literalOf(declarationsByName(model), y), want);
  });

resolve("aliases of interfaces end at the interface", () => {
  const model = parseLines(LINES);
  const same = { kind: "reference", name: "Same", arguments: [] } as const;
  assert.equal(resolveAlias(declarationsByName(model), same), {
    kind: "reference",
    name: "Derived",
    arguments: [],
  });
});

resolve.run();
