import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fingerprint } from "../../generator/model/fingerprint.js";
import { structuralDifferences } from "../../generator/model/structural-diff.js";
import type { Declaration } from "../../generator/model/types.js";
import { bundledModel, REVISIONS } from "../support/models.js";
import { parseLines } from "../support/parsing.js";

/** Differences of a few lines as `path: aspect: expected -> found`. */
function differences(expected: string, found: string): string[] {
  return structuralDifferences(parseLines(expected), parseLines(found)).map(
    (d) => `${d.path}: ${d.aspect}: ${d.expected} -> ${d.found}`,
  );
}

const structural = suite("structural difference");

const CASES: Record<string, readonly [string, string, readonly string[]]> = {
  "prose, places and formatting are none": [
    "/** One. */ export interface A { /** Two. */ a: string; b?: number }",
    "\n\nexport interface A {\n  a: string,\n  // three\n  b?: number;\n}",
    [],
  ],
  "the order of declarations is none": [
    "export type A = 1; export type B = 2;",
    "export type B = 2; export type A = 1;",
    [],
  ],
  "a declaration more and one less": [
    "export type A<T extends object = {}> = T[];",
    "export interface B extends C { a: 1 } export interface C {} ",
    [
      "A: declaration: export type A<T extends object = {}> = T[] -> null",
      "B: declaration: null -> export interface B extends C",
      "C: declaration: null -> export interface C",
    ],
  ],
  "another kind": [
    "export interface A { a: 1 }",
    "export type A = { a: 1 };",
    ["A: kind: export interface A -> export type A = { a: 1 }"],
  ],
  "not exported, a constant's value": [
    "export type A = 1; export const B = 1;",
    "type A = 1; export const B = 2;",
    ["A: export: exported -> not exported", "B: value: 1 -> 2"],
  ],
  "type parameters and bases": [
    "export interface B {} export interface A<T> extends B { a: T }",
    "export interface B {} export interface A<T = 1> { a: T }",
    ["A: type parameters: <T> -> <T = 1>", "A: extends: extends B -> "],
  ],
  "a member more and one less": [
    "export interface A { a: 1; 'x-y'?: string[] }",
    "export interface A { a: 1; [key: string]: unknown }",
    [
      'A["x-y"]: member: "x-y"?: string[] -> null',
      "A[string]: member: null -> [key: string]: unknown",
    ],
  ],
  "a member's type, optionality and readonly": [
    "export interface A { a: string; b: 1; c: 2 }",
    "export interface A { a: number; b?: 1; readonly c: 2 }",
    [
      "A.a: type: string -> number",
      "A.b: optionality: required -> optional",
      "A.c: readonly: not readonly -> readonly",
    ],
  ],
  "an index signature's parameter": [
    "export interface A { [key: string]: unknown }",
    "export interface A { [name: string]: unknown }",
    ["A[string]: member: [key: string]: unknown -> [name: string]: unknown"],
  ],
  "the order of members, where it differs": [
    "export interface A { a: 1; b: 1; c: 1; d: 1; e: 1 }",
    "export interface A { a: 1; d: 1; b: 1; c: 1; f: 1; e: 1 }",
    ["A.f: member: null -> f: 1", "A: order: b, c, d -> d, b, c"],
  ],
  "tags that are facts": [
    "/** @internal */ export interface A { /** @minimum 0\n * @maximum 1 */ a: number }",
    "export interface A { /** @minimum 1\n * @format uri\n * @maximum 1 */ a: number }",
    [
      "A: tag: @internal -> null",
      "A.a: tag: @minimum 0 -> @minimum 1",
      "A.a: tag: null -> @format uri",
    ],
  ],
  "deep inside": [
    "export interface A { a: { b: { c?: string }[] }; r: Record<string, { d: 1 }> }",
    "export interface A { a: { b: { c?: number }[] }; r: Record<string, { d?: 1 }> }",
    [
      "A.a.b[].c: type: string -> number",
      "A.r[string].d: optionality: required -> optional",
    ],
  ],
  "members of a union": [
    "export type A = 'x' | 'y' | 'z';",
    "export type A = 'y' | 'v' | 'w';",
    [
      'A: union member: "x" -> null',
      'A: union member: "z" -> null',
      'A: union member: null -> "v"',
      'A: union member: null -> "w"',
    ],
  ],
  "one member of a union is another": [
    "export type A = string | { a: 1 };",
    "export type A = string | { a: 2 };",
    ["A.a: type: 1 -> 2"],
  ],
  "the order of a union": [
    "export type A = 1 | 2 | 3;",
    "export type A = 1 | 3 | 2;",
    ["A: order: 2, 3 -> 3, 2"],
  ],
  "parts of an intersection": [
    "export interface B {} export type A = B & { a: 1 };",
    "export interface B {} export type A = B & { a?: 1 };",
    ["A.a: optionality: required -> optional"],
  ],
};

for (const [name, [expected, found, says]] of Object.entries(CASES))
  structural(name, () => assert.equal(differences(expected, found), says));

structural("tags inside a type that has no path are told too", () => {
  const [only, ...more] = structuralDifferences(
    parseLines("export type A = Partial<{ /** @minimum 0 */ a: number }>;"),
    parseLines("export type A = Partial<{ /** @minimum 1 */ a: number }>;"),
  );
  assert.is(more.length, 0);
  assert.is(only?.path, "A");
  assert.match(only?.expected ?? "", "@minimum 0");
  assert.match(only?.found ?? "", "@minimum 1");
});

structural("two revisions differ when their fingerprints do", () => {
  for (const a of REVISIONS)
    for (const b of REVISIONS) {
      const [one, other] = [bundledModel(a), bundledModel(b)];
      assert.is(
        structuralDifferences(one, other).length === 0,
        fingerprint(one) === fingerprint(other),
        `${a} and ${b}`,
      );
    }
});

/** The declaration with each plain value in it changed in turn. */
function* mutants(declaration: Declaration): Generator<Declaration> {
  const leaves: (readonly string[])[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== "object" || value === null) leaves.push(path);
    else
      for (const [key, inner] of Object.entries(value))
        if (key !== "position" && key !== "kind") walk(inner, [...path, key]);
  };
  walk(declaration, []);
  for (const path of leaves) {
    const copy = structuredClone(declaration) as unknown;
    let at = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as typeof at;
    const last = path[path.length - 1] as string;
    const value = at[last];
    at[last] =
      typeof value === "boolean"
        ? !value
        : typeof value === "number"
          ? value + 1
          : `${String(value)}x`;
    yield copy as Declaration;
  }
}

for (const revision of REVISIONS)
  structural(`no change of one value in ${revision} goes unseen`, () => {
    let seen = 0;
    for (const declaration of bundledModel(revision).declarations) {
      const before = { declarations: [declaration] };
      for (const mutant of mutants(declaration)) {
        if (mutant.name !== declaration.name) continue;
        const after = { declarations: [mutant] };
        const changed = fingerprint(before) !== fingerprint(after);
        const told = structuralDifferences(before, after);
        assert.is(told.length > 0, changed, JSON.stringify(mutant));
        for (const { expected, found } of told) assert.is.not(expected, found);
        if (changed) seen++;
      }
    }
    assert.ok(seen > 900, `${seen} changes`);
  });

structural.run();
