/**
 * Converts resolved types (shapes) to JSON Schema. The style is that of
 * typescript-json-schema, which generates the upstream schema.json.
 */
import { findType, sortByName } from "../../model/lookup.js";
import { getShapes } from "../../model/resolved/space.js";
import { mayBeAbsent, unionMembers } from "../../model/resolved/unions.js";
import type {
  ObjectShape,
  Shape,
  StringShape,
} from "../../model/resolved/shape.js";
import type { ProtocolModel } from "../../model/types.js";
import { createUnionOpener } from "../../model/normal/union-opener.js";
import { unreachable } from "../../model/walk.js";
import { createAnnotations, type JsonSchema } from "./annotations.js";
import type { EmitContext, TextPage } from "../context.js";
import { printJson } from "../print/text.js";
import { DIALECTS, getDialect, type Dialect } from "./dialect.js";
import { literalSchema, unionSchema } from "./unions.js";

/**
 * Emits `schema.json` in the JSON Schema dialect that the upstream
 * `schema.json` uses.
 */
export function emitJsonSchema({ model }: EmitContext): TextPage {
  const { $schema, ...rest } = createJsonSchema(model, getDialect(model));
  return {
    path: "schema.json",
    render: ({ headerLines }) => printJson(headerLines, rest, { $schema }),
  };
}

/** Returns the JSON Schema document of a whole model. */
export function createJsonSchema(
  model: ProtocolModel,
  dialect: Dialect,
): JsonSchema {
  const { resolve } = getShapes(model);
  const { uri, definitions } = DIALECTS[dialect];
  const unions = createUnionOpener(resolve);
  /**
   * Names of the types that are currently being inlined. They are used to
   * detect recursive types.
   */
  const open = new Set<string>();
  /**
   * Names of the types for which the document defines a schema: exported types,
   * and types that are found later through references.
   */
  const wanted = new Set(
    model.declarations
      .filter(
        (declaration) =>
          declaration.exported && declaration.kind !== "constant",
      )
      .map(({ name }) => name),
  );
  const named: (readonly [string, JsonSchema])[] = [];
  for (const name of wanted) {
    const body = unions.body(name, () => schema(resolve(name)));
    const doc = createAnnotations(findType(model, name)?.doc);
    named.push([name, { ...doc, ...body }]);
  }
  named.sort(([a], [b]) => (a < b ? -1 : 1));
  return { $schema: uri, [definitions]: Object.fromEntries(named) };

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
        return { type, ...removeUndefined({ minimum, maximum }) };
      }
      case "boolean":
        return { type: "boolean" };
      case "literal":
        return literalSchema(shape.value);
      case "array":
        return {
          items: schema(shape.element),
          ...removeUndefined({
            minItems: shape.minItems,
            maxItems: shape.maxItems,
          }),
          type: "array",
        };
      case "object":
        return objectSchema(shape);
      case "union":
        return unions.open(shape, (members) => unionSchema(members, schema));
      case "intersection":
        return { allOf: shape.members.map(schema) };
      case "named":
        return namedSchema(shape.name);
      default:
        return unreachable(shape);
    }
  }

  /**
   * Returns the schema of a named type: a reference, or the inlined schema if
   * the name is an alias of a simple type.
   */
  function namedSchema(name: string): JsonSchema {
    const target = resolve(name);
    if (target.kind === "object" || target.kind === "intersection")
      return reference(name);
    if (target.kind === "union") {
      const texts = unionMembers(target, resolve).every(isStringShape);
      const plain = texts && schema(target);
      return plain && !("enum" in plain) ? plain : reference(name);
    }
    // A type in `open` is being inlined and contains itself. A reference
    // replaces the type, because inlining it again would never end.
    if (open.has(name)) return reference(name);
    open.add(name);
    const whole = schema(target);
    open.delete(name);
    return whole;
  }

  function reference(name: string): JsonSchema {
    wanted.add(name);
    const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1");
    return { $ref: `#/${definitions}/${encodeURIComponent(pointer)}` };
  }

  function objectSchema(object: ObjectShape): JsonSchema {
    const { index, origin } = object;
    const members = sortByName(object.properties);
    const properties = members.map(
      ({ name, doc, shape }) =>
        [name, { ...createAnnotations(doc), ...schema(shape) }] as const,
    );
    const required = members
      .filter((property) => !mayBeAbsent(property, resolve))
      .map(({ name }) => name);
    const empty = origin === "literal" || origin === "keyword";
    // `additionalProperties` is left out if any value is allowed and the index
    // signature is inherited or comes from a `Record`. The output of
    // typescript-json-schema has the same form.
    const implied =
      index?.shape.kind === "any" && (index.inherited || origin === "record");
    return {
      ...(origin === "keyword"
        ? { additionalProperties: true }
        : index && !implied && { additionalProperties: schema(index.shape) }),
      ...((properties.length > 0 || (empty && !index)) && {
        properties: Object.fromEntries(properties),
      }),
      ...(required.length > 0 && { required }),
      type: "object",
    };
  }
}

function isStringShape(shape: Shape): boolean {
  return (
    shape.kind === "string" ||
    (shape.kind === "literal" && typeof shape.value === "string")
  );
}

function stringSchema(shape: StringShape): JsonSchema {
  const { format, minLength, maxLength, patterns = [] } = shape;
  const [pattern, ...others] = patterns;
  const more = others.map((pattern) => ({ pattern: pattern }));
  return {
    type: "string",
    ...removeUndefined({ format, minLength, maxLength, pattern }),
    ...(more.length > 0 && { allOf: more }),
  };
}

/** Returns a copy of `record` without members that are undefined. */
function removeUndefined(record: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  );
}
