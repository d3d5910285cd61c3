/**
 * Compares generated guards with ajv, which validates by the emitted JSON
 * Schema. The test values are generated from the model, and then changed.
 * `CASES=1000` tests 1,000 values of each type.
 */
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generateValue } from "../../generator/emit/corpus/generate-value.js";
import { mutate } from "../../generator/emit/corpus/mutate.js";
import { listPositions } from "../../generator/emit/corpus/positions.js";
import { Random } from "../../generator/emit/corpus/random.js";
import {
  DIALECTS,
  getDialect,
} from "../../generator/emit/json-schema/dialect.js";
import { createJsonSchema } from "../../generator/emit/json-schema/schema.js";
import { accepts } from "../../generator/model/normal/accepts.js";
import { getNormals } from "../../generator/model/normal/normal.js";
import type { ProtocolModel } from "../../generator/model/types.js";
import {
  loadValidators,
  validatedTypes,
} from "../harness/models/validators.js";
import { EDGE_SCHEMA } from "../harness/models/edge-schema.js";
import {
  bundledModel,
  extendedModel,
  parseModel,
} from "../harness/models/models.js";
import { TESTED_REVISIONS, WHOLE } from "../harness/run/sampling.js";

const CASES = Number(process.env["CASES"] ?? (WHOLE ? 250 : 60));

const test = suite("proof: guards against ajv");

const MODELS = new Map<string, ProtocolModel>([
  ...TESTED_REVISIONS.map(
    (revision) => [revision, bundledModel(revision)] as const,
  ),
  // Remove a property called __proto__, because ajv ignores such properties.
  [
    "the schema of every construct",
    parseModel(EDGE_SCHEMA.replace("__proto__?: string;", "")),
  ],
  ...(WHOLE ? [["the schema with extensions", extendedModel()] as const] : []),
]);

for (const [name, model] of MODELS) {
  test(`guards of ${name} agree with ajv on generated values`, async () => {
    const normals = getNormals(model);
    const validators = await loadValidators(model);
    const ajv = compileAll(model);
    const counts = { valid: 0, invalid: 0 };
    for (const type of validatedTypes(model)) {
      const { is, validate } = validators.of(type);
      const body = normals.body(type);
      const byAjv = ajv(type);
      const differs = (value: unknown) =>
        is(value) !== byAjv(asJson(value)) ||
        is(value) !== validate(value).ok ||
        is(value) !== accepts(body, value, normals);
      const random = new Random(`${name} ${type}`);
      for (let n = 0; n < CASES; n++) {
        const sample = generateValue(body, normals, random);
        if (!is(sample))
          assert.unreachable(`${type}: ${text(sample)} was grown from it`);
        let { value, change } = mutate(listPositions(sample), random);
        if (random.chance(0.2))
          value = mutate(listPositions(value), random).value;
        counts[is(value) ? "valid" : "invalid"]++;
        // Creating the message takes as long as the comparison.
        for (const candidate of [sample, value])
          if (differs(candidate))
            assert.unreachable(
              `${type} after ${change}: isX ${is(candidate)}, ajv ${byAjv(asJson(candidate))}, validateX ${validate(candidate).ok} on ${text(candidate)}`,
            );
      }
    }
    // The comparison is meaningful only with enough valid and enough invalid
    // values.
    assert.ok(Math.min(counts.valid, counts.invalid) > CASES * 5);
  });
}

test.run();

/**
 * Returns a function that returns ajv's validator for the type with a given
 * name. The function compiles validators on demand.
 */
function compileAll(
  model: ProtocolModel,
): (type: string) => (value: unknown) => boolean {
  const dialect = getDialect(model);
  const { definitions } = DIALECTS[dialect];
  const options = {
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    validateFormats: false,
    allowUnionTypes: true,
  } as const;
  const ajv = dialect === "draft-07" ? new Ajv(options) : new Ajv2020(options);
  ajv.addSchema({ ...createJsonSchema(model, dialect), $id: "mcp" });
  return (type) => {
    const validate: ValidateFunction = ajv.compile({
      $ref: `mcp#/${definitions}/${type}`,
    });
    return (value) => validate(value);
  };
}

/**
 * Returns a copy of a value without undefined members, because JSON has no
 * undefined.
 */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, asJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== undefined)
      .map(([key, child]) => [key, asJson(child)]),
  );
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, child: unknown) =>
    child === undefined || typeof child === "number"
      ? `<${String(child)}>`
      : child,
  );
}
