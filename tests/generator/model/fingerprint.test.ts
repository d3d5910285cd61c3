import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../../generator/model/diff/diff.js";
import { fingerprint } from "../../../generator/model/identity/fingerprint.js";
import type { Declaration } from "../../../generator/model/types.js";
import { revisionPin } from "../../../generator/source/revisions.js";
import { printStructure } from "../../../generator/pipeline/verify.js";
import { parseCells } from "../../harness/run/cases.js";
import {
  bundledModel,
  parseModel,
  REVISIONS,
} from "../../harness/models/models.js";
import { parseLines } from "../../harness/models/parsing.js";
import {
  bundledSchema,
  reverseDeclarations,
} from "../../harness/models/sources.js";
import { sample } from "../../harness/run/sampling.js";

const test = suite("model: fingerprint and diff of revisions");

for (const revision of REVISIONS) {
  const reversed = parseModel(reverseDeclarations(bundledSchema(revision)));
  test(`the fingerprint of ${revision} does not depend on the order of the schema's declarations`, () => {
    const pinned = revisionPin(revision).fingerprint;
    assert.is(fingerprint(bundledModel(revision)), pinned);
    assert.is(fingerprint(reversed), pinned);
  });

  test(`\`diffModels\` finds no change in a copy of ${revision} with reversed declarations`, () =>
    assert.equal(diffModels(bundledModel(revision), reversed), []));
}

/**
 * Pairs of schemas that differ in text but not in structure, so they have equal
 * fingerprints.
 */
const EQUAL = parseCells(`
  type X = Array<string>; | type X = string[];
  type X = (1|(2|3))[]; | type X = ((1|2|3))[]
  interface X { "a": 'b' } | interface X { a: "b" }
  interface X { a: 1, b: 2 } | interface X { a: 1; b: 2 }
  /** One. @see Y */ type X = 1; | type X = 1; // two
  /** @deprecated Use Y. @internal a */ type X = 1;
    | /** @internal @deprecated */ type X = 1;
  /** @minimum   0  */ type X = 1; | /** @minimum 0 */ type X = 1;
  interface X { a: 1 } interface X { b: 2 } | interface X { a: 1; b: 2 }
  type X = 0x10; | type X = 16;
  type X = 1_0; | type X = 10;
`);
for (const [a = "", b = ""] of EQUAL)
  test(`the fingerprint is equal for ${a} and ${b}`, () =>
    assert.is(fingerprint(parseLines(a)), fingerprint(parseLines(b))));

/**
 * Yields copies of a declaration. In each copy, one string, number or boolean
 * is changed.
 */
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

for (const revision of sample(REVISIONS, 1))
  test(`the fingerprint of ${revision} changes exactly when the output of printStructure changes`, () => {
    let seen = 0;
    for (const declaration of bundledModel(revision).declarations) {
      const before = { declarations: [declaration] };
      for (const mutant of mutants(declaration)) {
        const after = { declarations: [mutant] };
        const changed = fingerprint(before) !== fingerprint(after);
        const printed = printStructure(before) !== printStructure(after);
        assert.is(printed, changed, JSON.stringify(mutant));
        if (changed) seen++;
      }
    }
    assert.ok(seen > 900, `${seen} changes`);
  });

test.run();
