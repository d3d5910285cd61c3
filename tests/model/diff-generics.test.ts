/** What becomes of generic declarations, and of records. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diff } from "../support/diffs.js";

const generics = suite("diff: generics and records");

const CASES: readonly [string, string, string, readonly string[]][] = [
  [
    "what a base is given",
    "interface Box<T> { v: T } interface Down extends Box<string> {}",
    "interface Box<T> { v: T } interface Down extends Box<number> {}",
    ["CS changed Down.v: string => number"],
  ],
  [
    "what a base hands on to its own",
    "interface Box<T> { v: T } interface Some<T> extends Box<T> {} interface Down extends Some<1> {}",
    "interface Box<T> { v: T } interface Some<T> extends Box<T | 2> {} interface Down extends Some<1> {}",
    ["C- widened Some.v: T => T | 2", "C- widened Down.v: 1 => 1 | 2"],
  ],
  [
    "what generic bases have, once",
    "interface Box<T> { v: T; a: 1 } interface Down extends Box<string> {}",
    "interface Box<T> { v: T; a: 2 } interface Down extends Box<string> {}",
    ["CS changed Box.a: 1 => 2"],
  ],
  [
    "a default, where it is used",
    "interface Box<T = 1> { v: T } type List<T = 1> = { of: T }; interface Down { a: Box; b: Box<1>; c: List[] }",
    "interface Box<T = 2> { v: T } type List<T = 2> = { of: T }; interface Down { a: Box; b: Box<1>; c: List[] }",
    ["CS changed Down.a.v: 1 => 2", "CS changed Down.c[].of: 1 => 2"],
  ],
  [
    "nothing where a parameter has another name",
    "interface Box<T> { v: T } type Maybe<T> = T | null; interface Down { a: Box<1>; b: Maybe<1> }",
    "interface Box<U> { v: U } type Maybe<U> = U | null; interface Down { a: Box<1>; b: Maybe<1> }",
    [],
  ],
  [
    "nothing of index signatures in Required",
    "interface Down { a: { [key: string]: 1 } }",
    "interface Down { a: Required<{ [key: string]: 1 }> }",
    [],
  ],
  [
    "that Required takes undefined away",
    "interface Down { a: { b: string } }",
    "interface Down { a: Required<{ b?: string | undefined }> }",
    [],
  ],
  [
    "nothing of keys with a name of their own",
    'type Key = "a" | "b"; interface Down { m: Record<Key | "c", 1> }',
    'type Key = "a" | "b"; interface Down { m: { a: 1; b: 1; c: 1 } }',
    [],
  ],
  [
    "a record beside a member that came",
    "interface Down { a: 1; b?: 2 }",
    "interface Down extends Record<string, number> { a: 1 }",
    ["-S narrowed Down: Down => Down"],
  ],
  [
    "a record beside a base",
    "interface Base { a: 1 } interface Down extends Base {}",
    "interface Base { a: 1 } interface Down extends Base, Record<string, number> {}",
    ["-S narrowed Down: Down => Down"],
  ],
  [
    "nothing of an index signature that became a record",
    "interface Down { a: 1; [key: string]: number }",
    "interface Down extends Record<string, number> { a: 1 }",
    [],
  ],
];
for (const [name, older, newer, want] of CASES)
  generics(`says ${name}`, () => assert.equal(diff(older, newer), want));

generics("ends where types of other names hold others twice", () => {
  const chain = (of: string, last: string): string =>
    Array.from(
      { length: 18 },
      (_, n) => `interface ${of}${n} { a: ${of}${n + 1}; b: ${of}${n + 1} }`,
    ).join("\n") + `interface ${of}18 { ${last} }`;
  const all = diff(
    `interface Down { m: S0 } ${chain("S", "x: 1; y: 1")}`,
    `interface Down { m: T0 } ${chain("T", "z: 1; u: 1; v: 1")}`,
  ).filter((line) => line.includes("Down.m"));
  assert.ok(all.length < 1000, `${all.length} changes`);
  assert.ok(all.some((line) => /^CS changed .*: S\d+ => T\d+$/.test(line)));
});

generics.run();
