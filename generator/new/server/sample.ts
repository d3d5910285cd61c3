import { isObject } from "../../../runtime/validation/guards.js";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { SchemaIndex } from "../../../runtime/json-schema/references.js";
import { toList, type Json } from "../manifest/listing.js";

const MAX_DEPTH = 8;

/**
 * Maximum number of values in a sample. Also the maximum length of each string
 * in a sample.
 */
const MAX_PARTS = 1_000;

/**
 * State while a sample is created: the number of values that can still be
 * added, and the index that resolves references.
 */
interface Left {
  parts: number;
  readonly resources: SchemaIndex;
}

/**
 * Returns a small value that matches the schema, for stubs and mocks. Returns
 * undefined if the guessed value does not match the schema.
 */
export function createSample(schema: Json): unknown {
  const resources = new SchemaIndex(schema);
  const value = guess(schema, 0, { parts: MAX_PARTS, resources });
  return compileSchema(schema)(value).length === 0 ? value : undefined;
}

function guess(schema: unknown, depth: number, left: Left): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH || left.parts-- <= 0) return null;
  const next = (part: unknown): unknown => guess(part, depth + 1, left);
  const [example] = toList(schema["examples"] ?? schema["enum"]);
  for (const value of [schema["const"], schema["default"], example])
    if (value !== undefined) return value;
  if (typeof schema["$ref"] === "string") {
    const { resources } = left;
    const base = resources.getBase(schema, resources.root);
    return next(resources.resolve(schema["$ref"], base).schema);
  }
  const branches = toList(schema["oneOf"] ?? schema["anyOf"]);
  if (branches.length > 0 && schema["type"] === undefined)
    return next(branches[0]);
  if (Array.isArray(schema["allOf"]) && schema["properties"] === undefined) {
    const parts = schema["allOf"].map(next);
    return parts.every(isObject) ? Object.assign({}, ...parts) : parts[0];
  }
  const { type } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return text(schema);
    case "number":
    case "integer":
      return Number(
        schema["minimum"] ?? Math.min(0, Number(schema["maximum"] ?? 0)),
      );
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: capMinimum(schema["minItems"]) }, () =>
        next(schema["items"]),
      );
    case "object": {
      const properties = (schema["properties"] ?? {}) as Json;
      return Object.fromEntries(
        toList(schema["required"]).map((name) => [
          name,
          next(properties[String(name)]),
        ]),
      );
    }
    default:
      return null;
  }
}

function text(schema: Json): string {
  const samples: { readonly [format: string]: string } = {
    date: "2025-01-01",
    "date-time": "2025-01-01T00:00:00Z",
    email: "someone@example.com",
    uri: "https://example.com/",
    uuid: "00000000-0000-4000-8000-000000000000",
  };
  const sample = samples[String(schema["format"])] ?? "text";
  return sample.padEnd(capMinimum(schema["minLength"]), "x");
}

/**
 * Returns the minimum that a schema requires, but not more than the maximum
 * size of a sample.
 */
function capMinimum(least: unknown): number {
  return Math.min(Number(least ?? 0), MAX_PARTS);
}
