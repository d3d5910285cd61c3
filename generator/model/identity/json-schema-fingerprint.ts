/**
 * A canonical form of JSON Schema, and its fingerprint: equal for two schemas
 * that differ in prose, key order and member order alone.
 */
import { createHash } from "node:crypto";

/** Annotations for people; they say nothing about what is valid. */
const PROSE = new Set(["title", "description", "$comment", "examples"]);

/** Keywords whose value maps names to schemas: the names are not keywords. */
const NAMED_SCHEMAS = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependentSchemas",
]);

/** Keywords whose value is plain data. */
const DATA = new Set(["const", "default"]);

/** Keywords whose value is a set: its order says nothing. */
const SETS = new Set(["required", "enum", "type"]);

/** Keywords whose value is a set of schemas. */
const SCHEMA_SETS = new Set(["anyOf", "allOf", "oneOf"]);

/** sha256 (hex) of the canonical form of a JSON Schema document. */
export function jsonSchemaFingerprint(schema: unknown): string {
  const text = JSON.stringify(canonicalJsonSchema(schema));
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The schema without prose, with keys sorted, and with `required`, `enum`,
 * `type`, `anyOf`, `allOf` and `oneOf` sorted as the sets that they are.
 */
export function canonicalJsonSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return sortedEntries(schema, (keyword, value) => {
    if (PROSE.has(keyword)) return undefined;
    if (DATA.has(keyword)) return sortKeys(value);
    if (SETS.has(keyword)) return sortSet(value, sortKeys);
    if (SCHEMA_SETS.has(keyword)) return sortSet(value, canonicalJsonSchema);
    if (NAMED_SCHEMAS.has(keyword) && isObject(value)) {
      return sortedEntries(value, (_, child) => canonicalJsonSchema(child));
    }
    return Array.isArray(value)
      ? value.map(canonicalJsonSchema)
      : canonicalJsonSchema(value);
  });
}

function sortSet(value: unknown, inner: (item: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value
    .map((item) => ({ item: inner(item), text: JSON.stringify(inner(item)) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ item }) => item);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  return sortedEntries(value, (_, child) => sortKeys(child));
}

/** Null prototype, so that a member called `__proto__` is one like others. */
function sortedEntries(
  record: Record<string, unknown>,
  change: (key: string, value: unknown) => unknown,
): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(record).sort()) {
    const value = change(key, record[key]);
    if (value !== undefined) out[key] = value;
  }
  return out;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
