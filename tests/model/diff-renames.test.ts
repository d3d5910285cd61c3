/** Which new name an old one is taken to have. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { likelyRenames } from "../../generator/model/diff/renames.js";
import { modelOf } from "../support/models.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const test = suite("diff: renames");

const declared = (text: string) =>
  new Map(
    modelOf(`${SMALL_SCHEMA}${text}`).declarations.map((one) => [
      one.name,
      one,
    ]),
  );

for (const [what, before, after, renames] of [
  [
    "two old names are not one new one",
    "interface ThingRef { a: 1; b: 2 } interface ThingOldRef { a: 1; b: 2 }",
    "interface ThingNewRef { a: 1; b: 2 }",
    [["ThingRef", "ThingNewRef"]],
  ],
  [
    "nor is one old name two new ones",
    "interface ThingRef { a: 1; b: 2 }",
    "interface ThingNewRef { a: 1; b: 2 } interface ThingRefs { a: 1; b: 2 }",
    [["ThingRef", "ThingNewRef"]],
  ],
  [
    "the most similar come first",
    "interface ThingPairRef { a: 1; b: 2 } interface ThingRef { a: 1; b: 2; c: 3 }",
    "interface ThingNewRef { a: 1; b: 2; c: 3 } interface ThingSideRef { a: 1; b: 2 }",
    [
      ["ThingRef", "ThingNewRef"],
      ["ThingPairRef", "ThingSideRef"],
    ],
  ],
  [
    "a constant is no type, and no other constant",
    "const THING_A = 1; const OTHER = 2;",
    "const THING_B = 2; type THING_C = 1;",
    [],
  ],
] as const)
  test(what, () => {
    const found = likelyRenames(declared(before), declared(after));
    assert.equal([...found], renames);
  });

test.run();
