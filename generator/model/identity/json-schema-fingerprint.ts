/**
 * A canonical form of JSON Schema, and its fingerprint: equal for two schemas
 * that differ in prose, key order and member order alone.
 */
import { createHash } from "node:crypto";

/** Annotations for people; they say nothing about what is valid. */
const PROSE = new Set(["title", "description", "$comment", "examples"]);

/** Keywords whose value maps names to schemas: the names are not keywords. */
const NAMED_SCHEMAS = new Set(["properties", "definitions", "$defs"]);

/** Keywords whose value is plain data. */
const DATA = new Set(["const", "default"]);

/** Keywords whose value is a set, of values or of schemas: its order says nothing. */
const SETS = new Set(["required", "enum", "type", "anyOf", "allOf", "oneOf"]);

/** sha256 (hex) of the canonical form of a JSON Schema document. */
export function jsonSchemaFingerprint(schema: unknown): string {
  const text = JSON.stringify(canonicalJsonSchema(schema));
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The schema without prose, with keys sorted, and with `required`, `enum`,
 * `type`, `anyOf`, `allOf` and `oneOf` sorted as the sets that they are.
 */
function canonicalJsonSchema(schema: unknown): unknown {
  return sorted(schema, (keyword, value) => {
    if (PROSE.has(keyword)) return undefined;
    if (DATA.has(keyword)) return asData(value);
    if (SETS.has(keyword)) return asSet(canonicalJsonSchema(value));
    return NAMED_SCHEMAS.has(keyword)
      ? sorted(value, (_name, child) => canonicalJsonSchema(child))
      : canonicalJsonSchema(value);
  });
}

function asData(value: unknown): unknown {
  return sorted(value, (_key, child) => asData(child));
}

function asSet(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const byText = new Map(value.map((item) => [JSON.stringify(item), item]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

/**
 * A value with the keys of its objects sorted, and `change` made to what they
 * hold. Null prototype, so that a member called `__proto__` is one like others.
 */
function sorted(
  value: unknown,
  change: (key: string, value: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, change));
  if (typeof value !== "object" || value === null) return value;
  const out: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of Object.entries(value).sort(byKey)) {
    const changed = change(key, inner);
    if (changed !== undefined) out[key] = changed;
  }
  return out;
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
