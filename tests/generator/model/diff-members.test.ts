/** What becomes of types and members. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diff, rowsOf } from "../../harness/models/diffs.js";

const diffs = suite("diff: members");

const SAME = rowsOf(`
# prose and order of members
interface Up { a: 1; b: 2 }
/** Up. */ interface Up { b: 2; a: 1 }
# order in unions, names for them
type Up = "a" | "b";
type Up = "b" | "a";
# readonly
interface Up { a: 1[] }
interface Up { readonly a: 1[] }
# open index signatures
interface Up { a: 1 }
interface Up { a: 1; [k: string]: unknown }
# constants for literals
const C = 1; interface Up { a: 1 }
const C = 1; interface Up { a: typeof C }
# interface or alias
interface Up { a: 1 }
type Up = { a: 1 };
# undefined beside an optional member, or instead of one
interface Up { a?: string; b?: 1 }
interface Up { a?: string | undefined; b: 1 | undefined }
# all of an object and one of several
interface Up { a: Both & (Down | None) } interface Down { d: 1 } interface None { n: 1 }
interface Up { a: Both & (None | Down) } interface Down { d: 1 } interface None { n: 1 }
# a record or an index signature
interface Up { a: { [key: string]: string } }
interface Up { a: Record<string, string> }
# how the number of a limit is written
interface Up { /** @minimum 1 */ a: number }
interface Up { /** @minimum 1.0 */ a: number }
`);
for (const [name, older, newer] of SAME)
  diffs(`does not see ${name}`, () => assert.equal(diff(older, newer), []));

diffs("ends where types hold one another for long", () => {
  const chain = (of: string, more: string): string =>
    Array.from(
      { length: 2000 },
      (_, n) => `interface ${of}${n} { ${more} next: ${of}${n + 1} | 1 }`,
    ).join("\n");
  const all = diff(
    `interface Up { a: T0 | 1 } type T2000 = 1; ${chain("T", "")}`,
    `interface Up { a: S0 | 1 } type S2000 = 1; ${chain("S", "b: 1;")}`,
  );
  assert.equal(
    all.filter((line) => line.includes("Up.a")),
    ["C- narrowed Up.a: T0 | 1 => S0 | 1"],
  );
});

diffs("says once what types that are computed of others repeat", () => {
  const computed =
    "interface Down { part?: Partial<Up>; all?: (Up & { z: 1 })[]; rest?: Omit<Up, 'v'> }";
  const older = "interface Up { v: 1; w: 1; y: 1 }";
  const newer = "interface Up { v: 2; x: 1; y?: 1 }";
  assert.equal(diff(older + computed, newer + computed), [
    "CS changed Up.v: 1 => 2",
    "CS removed Up.w: w: 1 =>",
    "CS made optional Up.y: y: 1 => y?: 1",
    "CS added Up.x:  => x: 1",
  ]);
});

diffs("says what is computed otherwise", () => {
  const type = (key: string) =>
    `interface Up { v: 1; w: 1 } interface Down { rest?: Omit<Up, "${key}"> }`;
  assert.equal(diff(type("v"), type("w")), [
    "C- removed Down.rest.w: w: 1 =>",
    "-S added Down.rest.v:  => v: 1",
  ]);
});

const MEMBERS = rowsOf(`
# a change deep inside
interface Up { a?: { b: { c: 1 }[] } }
interface Up { a?: { b: { c?: 1 }[] } }
-S made optional Up.a.b[].c: c: 1 => c?: 1
# an object that got a name, and changed
interface Up { a: { b: 1 } }
interface Up { a: A } interface A { b: 1; c: 2 }
C- added Up.a.c:  => c: 2
-- added A:  => A
# a member of a base once, not in each that extends it
interface Base {} interface Up extends Base {}
interface Base { a: 1 } interface Up extends Base {}
C- added Base.a:  => a: 1
# values of an index signature
interface Down { [k: string]: string }
interface Down { [k: string]: string | number }
C- widened Down[string]: string => string | number
# limits in doc comments
interface Down { /** @minimum 1 @maximum 5 */ a: number; /** @TJS-type number */ b: number; c: string; /** @maxItems 5 */ d: 1[] }
interface Down { /** @minimum 0 @maximum 4 */ a: number; b: number; /** @pattern x */ c: string; d: 1[] }
CS changed Down.a: @minimum 1 @maximum 5 => @minimum 0 @maximum 4
-S narrowed Down.b: any number => an integer
-S narrowed Down.c:  => @pattern x
C- widened Down.d: @maxItems 5 =>
# a type renamed
interface ThingRef { a: 1; b: 2 } interface Up { x: ThingRef }
interface Up { x: ThingOtherRef } interface ThingOtherRef { a: 1; b: 2; c?: 3 }
-- renamed ThingOtherRef: ThingRef => ThingOtherRef
-- added ThingOtherRef.c:  => c?: 3
# two old names that are not one new one
interface ThingRef { a: 1; b: 2 } interface ThingOldRef { a: 1; b: 2 }
interface ThingNewRef { a: 1; b: 2 }
-- renamed ThingNewRef: ThingRef => ThingNewRef
-- removed ThingOldRef: ThingOldRef =>
# one old name that is not two new ones
interface ThingRef { a: 1; b: 2 }
interface ThingNewRef { a: 1; b: 2 } interface ThingRefs { a: 1; b: 2 }
-- renamed ThingNewRef: ThingRef => ThingNewRef
-- added ThingRefs:  => ThingRefs
# names of which the most similar come first
interface ThingPairRef { a: 1; b: 2 } interface ThingRef { a: 1; b: 2; c: 3 }
interface ThingNewRef { a: 1; b: 2; c: 3 } interface ThingSideRef { a: 1; b: 2 }
-- renamed ThingNewRef: ThingRef => ThingNewRef
-- renamed ThingSideRef: ThingPairRef => ThingSideRef
# a constant that is no type, and no other constant
const THING_A = 1; const OTHER = 2;
const THING_B = 2; type THING_C = 1;
-- added THING_B:  => THING_B = 2
-- added THING_C:  => THING_C
-- removed THING_A: THING_A = 1 =>
-- removed OTHER: OTHER = 2 =>
# an object of nothing special that has names now
interface Up { a?: object }
interface Up { a?: { b?: 1; c: 2 } }
-- added Up.a.b:  => b?: 1
C- added Up.a.c:  => c: 2
# what a union is a name of, but for a name that stays
type T = 1 | 2; interface Up { a: 1 | 2; b: T }
type T = 1 | 2; interface Up { a: N; b: T | 3 } type N = T | 4
-S widened Up.a: 1 | 2 => 1 | 2 | 4
-S widened Up.b: T => T | 3
-- added N:  => N
# any JSON, written out, is anything
interface Up { a: unknown; b: object }
/** @TJS-type number */ type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject; interface JSONObject { [k: string]: JSONValue } interface Up { a: JSONValue; b: JSONObject }
-- added JSONValue:  => JSONValue
-- added JSONObject:  => JSONObject
# an index signature that came or went, for what it says of all keys
interface Up { a?: 1 } interface Down { [key: string]: number }
interface Up { a?: 1; [key: string]: number | undefined } interface Down {}
C- added Up[string]:  => [string]: number | undefined
C- removed Down[string]: [string]: number =>
# limits of a name; a tag that says what the type does is none
type T = number; interface Up { /** @nullable */ a: T | null } interface Down { b: string }
/** @maximum 3 */ type T = number; interface Up { a: T | null } interface Down { b: string }
C- narrowed T:  => @maximum 3
# a member that went up to a base that only others extend
interface Base { a: 1 } interface Up extends Base { b: 1 }
interface Base { a: 1; b: 1 } interface Up extends Base {}
-- added Base.b:  => b: 1
# a member that came down from one
interface Base { a: 1; b: 1 } interface Up extends Base {}
interface Base { a: 1 } interface Up extends Base { b: 1 }
-- removed Base.b: b: 1 =>
# a member that came down to some only
interface Base { b: 1 } interface Up extends Base {} interface Down extends Base {}
interface Base {} interface Up extends Base { b: 1 } interface Down extends Base {}
CS removed Base.b: b: 1 =>
# a member of a base that something holds
interface Base { a: 1 } interface Up extends Base { b: 1; c?: Base }
interface Base { a: 1; b: 1 } interface Up extends Base { c?: Base }
C- added Base.b:  => b: 1
# a failed comparison is no answer for the next
interface A { t: "a" } interface B { t: "b" } interface Up { x: A | A[] }
interface A { t: "a" } interface B { t: "b" } interface Up { x: B | B[] }
CS changed Up.x: A | A[] => B | B[]
# a recursive type is the same as itself
type J = string | J[] | { [k: string]: J }; interface Up { a: J }
type J = string | J[] | { [k: string]: J }; interface Up { a: J | 1 }
-S widened Up.a: J => J | 1
`);
for (const [name, older, newer, want] of MEMBERS)
  diffs(name, () => assert.equal(diff(older, newer), want));

diffs("ends where types of other names hold others twice", () => {
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

diffs.run();
