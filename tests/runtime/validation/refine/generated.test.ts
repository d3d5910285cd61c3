/**
 * Tests of the options `unknownKeys` and `formats` with generated values of
 * every type. With `unknownKeys: "strip"`, the same keys must be deleted that
 * `unknownKeys: "reject"` reports.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generateValue } from "../../../../generator/emit/corpus/generate-value.js";
import { Random } from "../../../../generator/emit/corpus/random.js";
import { getNormals } from "../../../../generator/model/normal/normal.js";
import { EDGE_SCHEMA } from "../../../harness/models/edge-schema.js";
import { bundledModel, parseModel } from "../../../harness/models/models.js";
import {
  loadValidators,
  validatedTypes,
} from "../../../harness/models/validators.js";
import { TESTED_REVISIONS } from "../../../harness/run/sampling.js";

const test = suite("validators: unknown keys of generated values");

const VALUES_PER_TYPE = 8;

/** Members to add to objects. Some types declare members of these names. */
const ADDED: readonly (readonly [key: string, value: unknown])[] = [
  ["x", { y: [{ z: 1 }] }],
  ["__proto__", { polluted: true }],
  ["_meta", { a: 1 }],
  ["inputSchema", 7],
  ["constructor", null],
  ["uri", "not a uri"],
];

/** Adds members to some objects inside a value. Returns a copy of the value. */
function addMembers(value: unknown, random: Random): unknown {
  if (Array.isArray(value))
    return value.map((item) => addMembers(item, random));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [key, addMembers(part, random)] as const,
  );
  const added = random.chance(0.4) ? [random.pick(ADDED)] : [];
  return Object.fromEntries(
    random.chance(0.5) ? [...added, ...entries] : [...entries, ...added],
  );
}

/** Deletes the member at the given path inside a value. */
function deleteMember(
  value: unknown,
  path: readonly (string | number)[],
): void {
  let outer = value;
  for (const key of path.slice(0, -1))
    outer = (outer as Record<string | number, unknown>)[key];
  delete (outer as Record<string | number, unknown>)[path.at(-1) ?? ""];
}

const models = [
  ...TESTED_REVISIONS.map(
    (revision) => [revision, bundledModel(revision)] as const,
  ),
  ["the schema of every construct", parseModel(EDGE_SCHEMA)] as const,
];

for (const [name, model] of models)
  test(`for values of ${name}, unknownKeys: "strip" deletes exactly the keys that unknownKeys: "reject" reports`, async () => {
    const validators = await loadValidators(model);
    const normals = getNormals(model);
    let stripped = 0;
    for (const type of validatedTypes(model))
      for (let i = 0; i < VALUES_PER_TYPE; i++) {
        const random = new Random(`${type} ${i}`);
        let valid: unknown;
        try {
          valid = generateValue(normals.body(type), normals, random);
        } catch {
          // Skip this type: `generateValue` finds no valid value of it.
          break;
        }
        const value = addMembers(valid, random);
        const { validate } = validators.of(type);
        const strip = validate(value, { unknownKeys: "strip" });
        const reject = validate(value, {
          unknownKeys: "reject",
          maxIssues: Infinity,
        });
        const title = `${type} ${JSON.stringify(value)}`;
        if (!strip.ok) {
          assert.not.ok(reject.ok, title);
          continue;
        }
        const expected = structuredClone(value);
        for (const { path } of reject.ok ? [] : reject.issues)
          deleteMember(expected, path);
        assert.is(JSON.stringify(strip.value), JSON.stringify(expected), title);
        if (!reject.ok) stripped++;
        const again = validate(strip.value, { unknownKeys: "reject" });
        assert.ok(again.ok && again.value === strip.value, title);
      }
    assert.ok(stripped > 20, `${stripped} values had unknown keys`);
  });

test.run();
