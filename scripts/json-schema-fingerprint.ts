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
  const text = JSON.stringify(canonical(schema, "schema"));
  return createHash("sha256").update(text).digest("hex");
}

/** Without prose, with keys sorted, and sets as such in the order of their texts. */
function canonical(value: unknown, kind: "schema" | "named" | "data"): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item, kind));
  if (typeof value !== "object" || value === null) return value;
  const isSchema = kind === "schema";
  const members = Object.entries(value)
    .filter(([key]) => !isSchema || !PROSE.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => {
      const below = isSchema
        ? kindUnder(key)
        : kind === "named"
          ? "schema"
          : kind;
      const made = canonical(inner, below);
      return [key, isSchema && SETS.has(key) ? asSet(made) : made];
    });
  return Object.fromEntries(members);
}

function kindUnder(keyword: string): "schema" | "named" | "data" {
  if (DATA.has(keyword)) return "data";
  return NAMED_SCHEMAS.has(keyword) ? "named" : "schema";
}

function asSet(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const texts = new Set(value.map((item) => JSON.stringify(item)));
  return [...texts].sort().map((text) => JSON.parse(text) as unknown);
}
