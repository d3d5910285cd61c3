/**
 * Conversion of unions to JSON Schema. The literals of a union are merged into
 * one `enum`, and the types without constraints into one `type`.
 */
import type { Shape } from "../../model/resolved/shape.js";
import type { LiteralValue } from "../../model/types.js";
import type { JsonSchema } from "./annotations.js";

/**
 * Returns `anyOf` with the schemas of the union members. If all members can be
 * merged into one schema, that schema is returned without `anyOf`.
 */
export function unionSchema(
  members: readonly Shape[],
  schemaOf: (shape: Shape) => JsonSchema,
): JsonSchema {
  const literals = new Set<LiteralValue>();
  const schemas = new Map<string, JsonSchema>();
  for (const member of members) {
    if (member.kind === "literal") {
      literals.add(member.value);
      continue;
    }
    if (member.kind === "undefined" || member.kind === "never") continue;
    const schema = schemaOf(member);
    schemas.set(JSON.stringify(schema), schema);
  }
  const others = [...schemas.values()];
  const types = new Set(others.filter(isPlain).map(({ type }) => String(type)));
  if (literals.has(null)) types.add("null");
  if (literals.has(true) && literals.has(false)) types.add("boolean");
  const values = [...literals].filter(
    (value) =>
      value !== null &&
      !types.has(typeof value) &&
      !(Number.isInteger(value) && types.has("integer")),
  );
  const parts = others.filter((schema) => !isPlain(schema));
  if (types.size > 0)
    parts.push({ type: types.size === 1 ? [...types][0] : [...types] });
  if (values.length > 0) parts.push(enumSchema(values));
  const [only] = parts;
  if (!only) return { not: {} };
  return parts.length === 1 ? only : { anyOf: parts };
}

/** Returns the JSON Schema that accepts exactly one value. */
export function literalSchema(value: LiteralValue): JsonSchema {
  if (value === null) return { type: "null" };
  const type = Number.isInteger(value) ? "integer" : typeof value;
  return { const: value, type };
}

function enumSchema(values: readonly LiteralValue[]): JsonSchema {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return literalSchema(only);
  const types = new Set(values.map((value) => literalSchema(value).type));
  const sorted = [...values].sort((a, b) =>
    String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0,
  );
  return { enum: sorted, ...(types.size === 1 && { type: [...types][0] }) };
}

function isPlain(schema: JsonSchema): boolean {
  return Object.keys(schema).join() === "type" && !Array.isArray(schema.type);
}
