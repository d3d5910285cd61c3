/** Unions as JSON Schema: literals in one `enum`, plain types in one `type`. */
import type { Shape } from "../../model/resolved/shape.js";
import type { LiteralValue } from "../../model/types.js";
import type { UnionOpener } from "../../model/normal/union-opener.js";
import type { Shapes } from "../../model/resolved/space.js";
import type { JsonSchema } from "./annotations.js";

/** Makes schemas out of shapes, in one dialect. */
export interface SchemaWriter {
  readonly shapes: Shapes;
  readonly unions: UnionOpener;
  schema(shape: Shape): JsonSchema;
}

/** `anyOf`, with what plain types allow joined in one. */
export function unionSchema(shape: Shape, writer: SchemaWriter): JsonSchema {
  return writer.unions.open(shape, (members) =>
    schemaOfMembers(
      members.filter(({ kind }) => kind !== "undefined" && kind !== "never"),
      writer,
    ),
  );
}

function schemaOfMembers(
  members: readonly Shape[],
  writer: SchemaWriter,
): JsonSchema {
  const schemas = [
    ...distinct(members.filter(notLiteral).map((m) => writer.schema(m))),
  ];
  const plain = schemas.filter(isPlain).map(({ type }) => String(type));
  const types = new Set([...plain, ...nullType(members)]);
  const values = literalsBeside(members, types);
  const parts: JsonSchema[] = schemas.filter((schema) => !isPlain(schema));
  if (types.size > 0)
    parts.push({ type: types.size === 1 ? [...types][0] : [...types] });
  if (values.length > 0) parts.push(enumSchema(values));
  const [only, ...others] = parts;
  if (!only) return { not: {} };
  return others.length === 0 ? only : { anyOf: parts };
}

/** Literals that no primitive of the union covers. */
function literalsBeside(
  members: readonly Shape[],
  types: Set<string>,
): LiteralValue[] {
  const values = members.flatMap((m) =>
    m.kind === "literal" ? [m.value] : [],
  );
  const all = new Set(values.filter((value) => value !== null));
  if (all.has(true) && all.has(false)) types.add("boolean");
  return [...all].filter(
    (value) =>
      !types.has(typeof value) &&
      !(Number.isInteger(value) && types.has("integer")),
  );
}

/** The schema of exactly one value. */
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
  return types.size === 1
    ? { enum: sorted, type: [...types][0] }
    : { enum: sorted };
}

function nullType(members: readonly Shape[]): string[] {
  return members.some((m) => m.kind === "literal" && m.value === null)
    ? ["null"]
    : [];
}

function notLiteral({ kind }: Shape): boolean {
  return kind !== "literal";
}

function isPlain(schema: JsonSchema): boolean {
  return Object.keys(schema).join() === "type" && !Array.isArray(schema.type);
}

function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((s) => [JSON.stringify(s), s])).values()];
}
