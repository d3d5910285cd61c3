/** Conversion of a shape to a self-contained JSON Schema. */
import {
  resolveShape,
  type ResolvedShape,
  type ObjectDetails,
  type Shape,
} from "./shape.js";

export type JsonSchema = { [keyword: string]: unknown };

const TARGETS: {
  readonly [target: string]: { readonly uri: string; readonly defs: string };
} = {
  "draft-07": {
    uri: "http://json-schema.org/draft-07/schema#",
    defs: "definitions",
  },
  "draft-2020-12": {
    uri: "https://json-schema.org/draft/2020-12/schema",
    defs: "$defs",
  },
};

/** @throws TypeError if the target is not supported. */
export function toJsonSchema(shape: Shape, target: string): JsonSchema {
  const facts = Object.hasOwn(TARGETS, target) ? TARGETS[target] : undefined;
  if (!facts)
    throw new TypeError(
      `Unknown JSON Schema target ${target}; use draft-07 or draft-2020-12`,
    );
  const { uri, defs } = facts;
  const named = new Map<string, JsonSchema>();
  const root = resolveShape(shape);

  /**
   * Returns a reference for a named shape, and the schema itself for any other
   * shape.
   */
  function refer(inner: Shape): JsonSchema {
    const it = resolveShape(inner);
    if (it.name === undefined) return write(it);
    if (it.name === root.name) return { $ref: "#" };
    if (!named.has(it.name)) {
      const place: JsonSchema = {};
      named.set(it.name, place);
      Object.assign(place, write(it));
    }
    const pointer = it.name.replaceAll("~", "~0").replaceAll("/", "~1");
    return { $ref: `#/${defs}/${encodeURIComponent(pointer)}` };
  }

  function write(it: ResolvedShape): JsonSchema {
    switch (it.kind) {
      case "any":
        return {};
      case "never":
        return { not: {} };
      case "literal":
        return it.details.length === 1
          ? { const: it.details[0] }
          : { enum: [...it.details] };
      case "string": {
        const [first, ...others] = (it.details.patterns ?? []).map(
          ({ source }) => ({
            pattern: source,
          }),
        );
        return {
          type: "string",
          ...omitUndefined({
            minLength: it.details.min,
            maxLength: it.details.max,
            format: it.details.format,
          }),
          ...first,
          ...(others.length > 0 && { allOf: others }),
        };
      }
      case "integer":
      case "number":
        return {
          type: it.kind,
          ...omitUndefined({
            minimum: it.details.min,
            maximum: it.details.max,
          }),
        };
      case "array":
        return {
          type: "array",
          items: refer(it.details.element),
          ...omitUndefined({
            minItems: it.details.min,
            maxItems: it.details.max,
          }),
        };
      case "object":
        return writeObject(it.details, refer);
      case "union":
        return { anyOf: it.details.map(refer) };
      case "tagged": {
        const all = [
          ...it.details.branches.values(),
          it.details.absent ?? [],
        ].flat();
        return { anyOf: [...new Set(all)].map(refer) };
      }
      default:
        return { type: it.kind };
    }
  }

  const body = write(root);
  const definitions = Object.fromEntries(named);
  return {
    $schema: uri,
    ...body,
    ...(named.size > 0 && { [defs]: definitions }),
  };
}

function writeObject(
  it: ObjectDetails,
  refer: (shape: Shape) => JsonSchema,
): JsonSchema {
  const required = it.properties
    .filter((property) => property.required)
    .map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      it.properties.map(({ name, shape }) => [name, refer(shape)]),
    ),
    ...(required.length > 0 && { required }),
    ...(it.index && { additionalProperties: refer(it.index) }),
  };
}

function omitUndefined(record: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  );
}
