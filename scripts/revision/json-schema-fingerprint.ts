/**
 * Computes a fingerprint of JSON Schema documents. Two schemas that differ only
 * in prose, in the order of keys, or in the order of sets such as `required`
 * have the same fingerprint.
 */
import { hash } from "node:crypto";

/** Keywords that contain texts for people and do not affect validation. */
const PROSE = new Set(["title", "description", "$comment", "examples"]);

/**
 * Keywords whose value is an object with a schema for each name, such as
 * `properties`. The names are not keywords.
 */
const NAMED_SCHEMAS = new Set(["properties", "definitions", "$defs"]);

/** Keywords whose value is data instead of a schema. */
const DATA = new Set(["const", "default"]);

/**
 * Keywords whose value is a set of values or schemas, such as `required`. The
 * order in a set is irrelevant.
 */
const SETS = new Set(["required", "enum", "type", "anyOf", "allOf", "oneOf"]);

/**
 * Returns the SHA-256 hash (hexadecimal) of the canonical form of a JSON Schema
 * document.
 */
export function jsonSchemaFingerprint(schema: unknown): string {
  const text = JSON.stringify(canonicalize(schema, "schema"));
  return hash("sha256", text, "hex");
}

/**
 * Returns the canonical form of a JSON Schema: without prose and with sorted
 * keys. Items of sets are sorted by their JSON text.
 */
function canonicalize(
  value: unknown,
  kind: "schema" | "named" | "data",
): unknown {
  if (Array.isArray(value))
    return value.map((item) => canonicalize(item, kind));
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
      const made = canonicalize(inner, below);
      return [key, isSchema && SETS.has(key) ? sortSet(made) : made];
    });
  return Object.fromEntries(members);
}

function kindUnder(keyword: string): "schema" | "named" | "data" {
  if (DATA.has(keyword)) return "data";
  return NAMED_SCHEMAS.has(keyword) ? "named" : "schema";
}

function sortSet(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const texts = new Set(value.map((item) => JSON.stringify(item)));
  return [...texts].sort().map((text) => JSON.parse(text) as unknown);
}
