import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reference } from "../../generator/model/build.js";
import { findMember } from "../../generator/model/members/members.js";
import {
  literalOf,
  resolveAlias,
} from "../../generator/model/members/resolve.js";
import { declarationsByName } from "../../generator/model/lookup.js";
import { parseLines } from "../support/parsing.js";

const resolve = suite("resolve");

const LINES = `
interface Base { a: string; b?: number; [key: string]: unknown }
interface Derived extends Base { c: boolean }
type Same = Derived;
type Pair = { first: string } & { first: "x"; second?: number };
const VERSION = "2.0";
`;

/** `name` of the type, as its kind with a question mark when optional. */
const MEMBERS: readonly [string, string, string | null][] = [
  ["Base", "a", "string"],
  ["Base", "z", null],
  ["Derived", "b", "number?"],
  ["Same", "c", "boolean"],
  ["Pair", "first", "intersection"],
  ["Pair", "second", "number?"],
  ["Derived & ({ x: 1; y: 1 } | { x: 2 })", "x", "union"],
  ["Derived & ({ x: 1; y: 1 } | { x: 2 })", "y", null],
  ["{ a: string } | { a?: string }", "a", "string?"],
  ["{ a: string } | { a: number }", "a", "union"],
  ["{ a: string } | { b: number }", "a", null],
  ['Omit<Derived, "a">', "a", null],
  ['Omit<Derived, "a">', "c", "boolean"],
  ["Partial<Base>", "a", "string?"],
  ["NonNullable<Base>", "a", "string"],
  ['Record<"a", string>', "a", "string"],
  ["Record<string, string>", "a", null],
  ["string", "length", null],
];
for (const [type, name, want] of MEMBERS)
  resolve(`${name} of ${type}`, () => {
    const model = parseLines(`${LINES}type X = ${type};`);
    const all = declarationsByName(model);
    const found = findMember(all, reference("X"), name);
    const kind =
      found?.type.kind === "primitive" ? found.type.name : found?.type.kind;
    assert.is(found && `${kind}${found.optional ? "?" : ""}`, want);
  });

const LITERALS: readonly [string, unknown][] = [
  ['"a"', "a"],
  ["typeof VERSION", "2.0"],
  ["string", undefined],
  ['"a" | "b"', undefined],
];
for (const [type, want] of LITERALS)
  resolve(`literal of ${type}`, () => {
    const model = parseLines(`${LINES}type X = ${type};\ntype Y = X;`);
    const all = declarationsByName(model);
    assert.is(literalOf(all, reference("Y")), want);
  });

resolve("a literal wins over its own primitive", () => {
  const all = declarationsByName(parseLines(LINES));
  const first = findMember(all, reference("Pair"), "first");
  assert.is(first && literalOf(all, first.type), "x");
});

resolve("aliases of interfaces end at the interface", () => {
  const all = declarationsByName(parseLines(LINES));
  assert.equal(resolveAlias(all, reference("Same")), reference("Derived"));
});

resolve.run();
