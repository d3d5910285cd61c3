/**
 * Shapes as JSON Schema, in the forms that typescript-json-schema gives them,
 * as upstream's schema.json is made with it.
 */
import { findDeclaration } from "../../model/lookup.js";
import { shapesOf, type Shapes } from "../../model/resolved/space.js";
import { unionMembers } from "../../model/resolved/unions.js";
import type {
  ArrayShape,
  ObjectShape,
  PropertyShape,
  Shape,
  StringShape,
} from "../../model/resolved/shape.js";
import type { ProtocolModel } from "../../model/types.js";
import { createUnionOpener } from "../../model/normal/union-opener.js";
import { unreachable } from "../../model/walk.js";
import { annotations, isDefinition, type JsonSchema } from "./annotations.js";
import { DIALECTS, type Dialect } from "./dialect.js";
import { literalSchema, unionSchema, type SchemaWriter } from "./unions.js";

/** The JSON Schema document of a whole model. */
export function jsonSchemaOf(
  model: ProtocolModel,
  dialect: Dialect,
): JsonSchema {
  const shapes = shapesOf(model);
  const { uri, definitions } = DIALECTS[dialect];
  const pending = model.declarations
    .filter((declaration) => declaration.exported && isDefinition(declaration))
    .map(({ name }) => name);
  const seen = new Set(pending);
  const writer = createWriter(shapes, dialect, (name) => {
    if (!seen.has(name)) pending.push(name);
    seen.add(name);
  });
  const named = new Map<string, JsonSchema>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    named.set(name, {
      ...annotations(findDeclaration(model, name)?.doc),
      ...writer.unions.body(name, () => writer.schema(shapes.resolve(name))),
    });
  }
  const names = [...named.keys()].sort();
  return {
    $schema: uri,
    [definitions]: Object.fromEntries(
      names.map((name) => [name, named.get(name)]),
    ),
  };
}

/** A writer; `onReference` hears of each named schema that is referred to. */
function createWriter(
  shapes: Shapes,
  dialect: Dialect,
  onReference: (name: string) => void,
): SchemaWriter {
  const unions = createUnionOpener(shapes.resolve);
  const writer: SchemaWriter = { shapes, unions, schema };
  /** Names without a schema of their own that are being resolved. */
  const open = new Set<string>();

  function schema(shape: Shape): JsonSchema {
    switch (shape.kind) {
      case "any":
        return {};
      case "never":
      case "undefined":
        return { not: {} };
      case "string":
        return stringSchema(shape);
      case "number": {
        const { integer, minimum, maximum } = shape;
        const type = integer ? "integer" : "number";
        return { type, ...defined({ minimum, maximum }) };
      }
      case "boolean":
        return { type: "boolean" };
      case "literal":
        return literalSchema(shape.value);
      case "array":
        return arraySchema(shape, schema);
      case "object":
        return objectSchema(shape, writer);
      case "union":
        return unionSchema(shape, writer);
      case "intersection":
        return { allOf: shape.members.map(schema) };
      case "named":
        return namedSchema(shape.name);
      default:
        return unreachable(shape);
    }
  }

  /** A reference, except to what has no name of its own in TypeScript. */
  function namedSchema(name: string): JsonSchema {
    const target = shapes.resolve(name);
    switch (target.kind) {
      case "named":
      case "array":
      case "string":
      case "number":
      case "boolean":
      case "literal":
      case "any":
      case "never":
      case "undefined": {
        // What holds itself has to be named after all.
        if (open.has(name)) return reference(name);
        open.add(name);
        const whole = schema(target);
        open.delete(name);
        return whole;
      }
      case "union":
        if (unionMembers(target, shapes.resolve).every(isText)) {
          const plain = schema(target);
          if (!("enum" in plain)) return plain;
        }
        return reference(name);
      case "object":
      case "intersection":
        return reference(name);
      default:
        return unreachable(target);
    }
  }

  function reference(name: string): JsonSchema {
    onReference(name);
    const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1");
    const { definitions } = DIALECTS[dialect];
    return { $ref: `#/${definitions}/${encodeURIComponent(pointer)}` };
  }

  return writer;
}

/** True when `undefined` is among the values, so that the key may be absent. */
function mayBeAbsent(property: PropertyShape, shapes: Shapes): boolean {
  const members = unionMembers(property.shape, shapes.resolve);
  return property.optional || members.some(({ kind }) => kind === "undefined");
}

function isText(shape: Shape): boolean {
  return (
    shape.kind === "string" ||
    (shape.kind === "literal" && typeof shape.value === "string")
  );
}

function stringSchema(shape: StringShape): JsonSchema {
  const { format, minLength, maxLength, patterns = [] } = shape;
  const [pattern, ...others] = patterns;
  const more = others.map((one) => ({ pattern: one }));
  return {
    type: "string",
    ...defined({ format, minLength, maxLength, pattern }),
    ...(more.length > 0 && { allOf: more }),
  };
}

function arraySchema(
  { element, minItems, maxItems }: ArrayShape,
  schema: (shape: Shape) => JsonSchema,
): JsonSchema {
  return {
    items: schema(element),
    ...defined({ minItems, maxItems }),
    type: "array",
  };
}

function objectSchema(object: ObjectShape, writer: SchemaWriter): JsonSchema {
  const properties = object.properties.map(
    ({ name, shape, doc }) =>
      [name, { ...annotations(doc), ...writer.schema(shape) }] as const,
  );
  properties.sort(([a], [b]) => (a < b ? -1 : 1));
  const required = object.properties
    .filter((property) => !mayBeAbsent(property, writer.shapes))
    .map(({ name }) => name)
    .sort();
  const empty = object.origin === "literal" || object.origin === "keyword";
  return {
    ...indexSchema(object, writer),
    ...((properties.length > 0 || (empty && !object.index)) && {
      properties: Object.fromEntries(properties),
    }),
    ...(required.length > 0 && { required }),
    type: "object",
  };
}

/** An inherited index or a record is left out where it allows anything. */
function indexSchema(
  { index, origin }: ObjectShape,
  writer: SchemaWriter,
): JsonSchema {
  if (origin === "keyword") return { additionalProperties: true };
  if (!index) return {};
  const implied = index.inherited || origin === "record";
  return index.shape.kind === "any" && implied
    ? {}
    : { additionalProperties: writer.schema(index.shape) };
}

/** The members of `record` that are not undefined. */
function defined(record: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  );
}
