/** Tests of the differences of types and members between two models. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffPage } from "../../../generator/model/diff/page.js";
import { diff, parseDiffCases } from "../../harness/models/diffs.js";

const test = suite("model: diff of members");

const SAME = parseDiffCases(`
# comments and the order of members
interface Up { a: 1; b: 2 }
/** Up. */ interface Up { b: 2; a: 1 }
# the order of unions
type Up = "a" | "b";
type Up = "b" | "a";
# readonly
interface Up { a: 1[] }
interface Up { readonly a: 1[] }
# index signatures of unknown
interface Up { a: 1 }
interface Up { a: 1; [k: string]: unknown }
# constants in place of literals
const C = 1; interface Up { a: 1 }
const C = 1; interface Up { a: typeof C }
# an interface that became an alias
interface Up { a: 1 }
type Up = { a: 1 };
# undefined in the type of an optional member, or optionality that became undefined
interface Up { a?: string; b?: 1 }
interface Up { a?: string | undefined; b: 1 | undefined }
# the order of a union in an intersection
interface Up { a: Both & (Down | None) } interface Down { d: 1 } interface None { n: 1 }
interface Up { a: Both & (None | Down) } interface Down { d: 1 } interface None { n: 1 }
# an index signature that became a Record
interface Up { a: { [key: string]: string } }
interface Up { a: Record<string, string> }
# another notation of the same limit
interface Up { /** @minimum 1 */ a: number }
interface Up { /** @minimum 1.0 */ a: number }
`);

test("`diffModels` reports that a type alias for `number` was replaced by an interface", () => {
  const older = `/** @minimum 1 */ type Up = number;`;
  assert.equal(diff(older, "interface Up { a: 1 }"), [
    "CS changed Up: number => Up",
  ]);
});

for (const [name, older, newer] of SAME)
  test(`\`diffModels\` ignores ${name}`, () =>
    assert.equal(diff(older, newer), []));

test("`diffModels` compares models with chains of 2,000 types", () => {
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

test("`diffModels` reports a changed member only for its interface, not for `Partial` of the interface", () => {
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

test("if the key of an Omit type changes, `diffModels` reports the added and the removed member", () => {
  const type = (key: string) =>
    `interface Up { v: 1; w: 1 } interface Down { rest?: Omit<Up, "${key}"> }`;
  assert.equal(diff(type("v"), type("w")), [
    "C- removed Down.rest.w: w: 1 =>",
    "-S added Down.rest.v:  => v: 1",
  ]);
});

const MEMBERS = parseDiffCases(`
# a change of a nested member
interface Up { a?: { b: { c: 1 }[] } }
interface Up { a?: { b: { c?: 1 }[] } }
-S made optional Up.a.b[].c: c: 1 => c?: 1
# changes of an object type that became an interface
interface Up { a: { b: 1 } }
interface Up { a: A } interface A { b: 1; c: 2 }
C- added Up.a.c:  => c: 2
-- added A:  => A
# a member of a base interface only once
interface Base {} interface Up extends Base {}
interface Base { a: 1 } interface Up extends Base {}
C- added Base.a:  => a: 1
# the inherited members of another base interface
interface A { a: 1 } interface B { b: 1 } interface Up extends A {}
interface A { a: 1 } interface B { b: 1 } interface Up extends B {}
-S removed Up.a: a: 1 =>
C- added Up.b:  => b: 1
# another value type of an index signature
interface Down { [k: string]: string }
interface Down { [k: string]: string | number }
C- widened Down[string]: string => string | number
# changed limits in doc comments
interface Down { /** @minimum 1 @maximum 5 */ a: number; /** @TJS-type number */ b: number; c: string; /** @maxItems 5 */ d: 1[]; e: { /** @TJS-type number */ f: number } }
interface Down { /** @minimum 0 @maximum 4 */ a: number; b: number; /** @pattern x */ c: string; d: 1[]; e: { f: number } }
CS changed Down.a: @minimum 1 @maximum 5 => @minimum 0 @maximum 4
-S narrowed Down.b: any number => an integer
-S narrowed Down.c:  => @pattern x
C- widened Down.d: @maxItems 5 =>
-S narrowed Down.e.f: any number => an integer
# a renamed type
interface ThingRef { a: 1; b: 2 } interface Up { x: ThingRef }
interface Up { x: ThingOtherRef } interface ThingOtherRef { a: 1; b: 2; c?: 3 }
-- renamed ThingOtherRef: ThingRef => ThingOtherRef
-- added ThingOtherRef.c:  => c?: 3
# a required member _meta of params
interface Up { params?: { a?: 1 } }
interface Up { params?: { a?: 1; _meta: 1 } }
C- added Up.params._meta:  => _meta: 1
# members that a Partial type made optional
interface B { b: 1 } interface Up { a: Partial<B> }
interface B { b: 1 } interface Up { a: B }
C- made required Up.a.b: b?: 1 => b: 1
# an object type without members
interface Up { a: {}[] }
interface Up { a: 1[] }
CS changed Up.a[]: {} => 1
# an index signature in a member of a union
interface Up { a: { b: 1 } | 1 }
interface Up { a: { [k: string]: number } | 1 }
CS changed Up.a: { b: 1 } | 1 => { [k: string]: number } | 1
# a narrowed union with a renamed type, whose members are compared separately
interface ThingRef { a: 1; b: 2 } interface Up { x: ThingRef | 1 | 2 }
interface ThingOtherRef { a: 1; b: 2 | 3 } interface Up { x: ThingOtherRef | 1 }
-- renamed ThingOtherRef: ThingRef => ThingOtherRef
-S widened ThingOtherRef.b: 2 => 2 | 3
C- narrowed Up.x: ThingRef | 1 | 2 => ThingOtherRef | 1
# a lower limit of a deprecated member
interface Up { /** @deprecated @minimum 1 */ a: number }
interface Up { /** @deprecated @minimum 0 */ a: number }
-S widened Up.a: @minimum 1 => @minimum 0
# a renamed type that is also deprecated
interface ThingRef { a: 1; b: 2 }
/** @deprecated */ interface ThingOtherRef { a: 1; b: 2 }
-- renamed ThingOtherRef: ThingRef => ThingOtherRef
-- deprecated ThingOtherRef: ThingRef => ThingOtherRef
# one rename and one removal for two similar removed types
interface ThingRef { a: 1; b: 2 } interface ThingOldRef { a: 1; b: 2 }
interface ThingNewRef { a: 1; b: 2 }
-- renamed ThingNewRef: ThingRef => ThingNewRef
-- removed ThingOldRef: ThingOldRef =>
# one rename and one addition for two similar added types
interface ThingRef { a: 1; b: 2 }
interface ThingNewRef { a: 1; b: 2 } interface ThingRefs { a: 1; b: 2 }
-- renamed ThingNewRef: ThingRef => ThingNewRef
-- added ThingRefs:  => ThingRefs
# renames between the most similar types first
interface ThingPairRef { a: 1; b: 2 } interface ThingRef { a: 1; b: 2; c: 3 }
interface ThingNewRef { a: 1; b: 2; c: 3 } interface ThingSideRef { a: 1; b: 2 }
-- renamed ThingNewRef: ThingRef => ThingNewRef
-- renamed ThingSideRef: ThingPairRef => ThingSideRef
# constants as added and removed, never as renamed
const THING_A = 1; const OTHER = 2;
const THING_B = 2; type THING_C = 1;
-- added THING_B:  => THING_B = 2
-- added THING_C:  => THING_C
-- removed THING_A: THING_A = 1 =>
-- removed OTHER: OTHER = 2 =>
# members that replace the type object
interface Up { a?: object }
interface Up { a?: { b?: 1; c: 2 } }
-- added Up.a.b:  => b?: 1
C- added Up.a.c:  => c: 2
# members of a new union alias, and the name of an alias in both schemas
type T = 1 | 2; interface Up { a: 1 | 2; b: T }
type T = 1 | 2; interface Up { a: N; b: T | 3 } type N = T | 4
-S widened Up.a: 1 | 2 => 1 | 2 | 4
-S widened Up.b: T => T | 3
-- added N:  => N
# a recursive type of all JSON values as equal to unknown
interface Up { a: unknown; b: object }
/** @TJS-type number */ type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject; interface JSONObject { [k: string]: JSONValue } interface Up { a: JSONValue; b: JSONObject }
-- added JSONValue:  => JSONValue
-- added JSONObject:  => JSONObject
# added and removed index signatures
interface Up { a?: 1 } interface Down { [key: string]: number }
interface Up { a?: 1; [key: string]: number | undefined } interface Down {}
C- added Up[string]:  => [string]: number | undefined
C- removed Down[string]: [string]: number =>
# a lower limit of an array whose items are a union with an interface
interface T { b?: T } interface Up { /** @minItems 1 */ a: (T | string)[] }
interface T { b?: T } interface Up { /** @minItems 0 */ a: (T | string)[] }
-S widened Up.a: @minItems 1 => @minItems 0
# a member that no longer accepts all values
interface Up { a: unknown }
interface Up { a: string | number }
C- narrowed Up.a: unknown => string | number
# a new limit of an alias, and no change for a tag that repeats the type
type T = number; interface Up { /** @nullable */ a: T | null } interface Down { b: string }
/** @maximum 3 */ type T = number; interface Up { a: T | null } interface Down { b: string }
C- narrowed T:  => @maximum 3
# no breaking change for a member that moved to an abstract base
interface Base { a: 1 } interface Up extends Base { b: 1 }
interface Base { a: 1; b: 1 } interface Up extends Base {}
-- added Base.b:  => b: 1
# no breaking change for a member that moved down from an abstract base
interface Base { a: 1; b: 1 } interface Up extends Base {}
interface Base { a: 1 } interface Up extends Base { b: 1 }
-- removed Base.b: b: 1 =>
# a removal for a member that became optional and moved down from an abstract base
interface Base { a: 1; b: 1 } interface Up extends Base {}
interface Base { a: 1 } interface Up extends Base { b?: 1 }
-S removed Base.b: b: 1 =>
-S made optional Up.b: b: 1 => b?: 1
# a removal for a member that moved down to only one of two interfaces
interface Base { b: 1 } interface Up extends Base {} interface Down extends Base {}
interface Base {} interface Up extends Base { b: 1 } interface Down extends Base {}
CS removed Base.b: b: 1 =>
# an addition for a member that moved to a base that a member uses
interface Base { a: 1 } interface Up extends Base { b: 1; c?: Base }
interface Base { a: 1; b: 1 } interface Up extends Base { c?: Base }
C- added Base.b:  => b: 1
# a changed union of a type and its array
interface A { t: "a" } interface B { t: "b" } interface Up { x: A | A[] }
interface A { t: "a" } interface B { t: "b" } interface Up { x: B | B[] }
CS changed Up.x: A | A[] => B | B[]
# a widened member of a recursive type
type J = string | J[] | { [k: string]: J }; interface Up { a: J }
type J = string | J[] | { [k: string]: J }; interface Up { a: J | 1 }
-S widened Up.a: J => J | 1
`);
for (const [name, older, newer, want] of MEMBERS)
  test(`\`diffModels\` reports ${name}`, () =>
    assert.equal(diff(older, newer), want));

test("`diffPage` prints no definition before and after a deprecation", () => {
  const breaks = { client: false, server: false };
  const place = { subject: "member", of: "A", path: "A.b" } as const;
  const change = { ...place, before: "b: 1", after: "b: 1", breaks, why: "" };
  const page = (kind: "changed" | "deprecated") =>
    diffPage([{ ...change, kind }], { from: "1", to: "2" });
  const head = `# From 1 to 2

1 change: 0 break an older client, 0 an older server.

## Members

`;
  assert.is(page("deprecated"), `${head}- \`A.b\` deprecated\n`);
  const text = "  - before: `b: 1`\n  - after: `b: 1`\n";
  assert.is(page("changed"), `${head}- \`A.b\` changed\n${text}`);
});

test("`diffModels` reports at most 1,000 changes for a chain of 18 renamed types", () => {
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

test.run();
