/**
 * Conversion of a runtime schema (shape) to a JSON Schema without external
 * references.
 */
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

/**
 * Converts a runtime schema (shape) to a JSON Schema.
 *
 * @throws TypeError if the dialect `target` is not supported.
 */
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
   * Returns a reference to the JSON Schema of a named type. For a type without
   * a name, returns the JSON Schema itself.
   */
  function refer(inner: Shape): JsonSchema {
    const resolved = resolveShape(inner);
    if (resolved.name === undefined) return write(resolved);
    if (resolved.name === root.name) return { $ref: "#" };
    if (!named.has(resolved.name)) {
      const place: JsonSchema = {};
      named.set(resolved.name, place);
      Object.assign(place, write(resolved));
    }
    const pointer = resolved.name.replaceAll("~", "~0").replaceAll("/", "~1");
    return { $ref: `#/${defs}/${encodeURIComponent(pointer)}` };
  }

  function write(resolved: ResolvedShape): JsonSchema {
    switch (resolved.kind) {
      case "any":
        return {};
      case "never":
        return { not: {} };
      case "literal":
        return resolved.details.length === 1
          ? { const: resolved.details[0] }
          : { enum: [...resolved.details] };
      case "string": {
        const [first, ...others] = (resolved.details.patterns ?? []).map(
          ({ source }) => ({
            pattern: source,
          }),
        );
        return {
          type: "string",
          ...omitUndefined({
            minLength: resolved.details.min,
            maxLength: resolved.details.max,
            format: resolved.details.format,
          }),
          ...first,
          ...(others.length > 0 && { allOf: others }),
        };
      }
      case "integer":
      case "number":
        return {
          type: resolved.kind,
          ...omitUndefined({
            minimum: resolved.details.min,
            maximum: resolved.details.max,
          }),
        };
      case "array":
        return {
          type: "array",
          items: refer(resolved.details.element),
          ...omitUndefined({
            minItems: resolved.details.min,
            maxItems: resolved.details.max,
          }),
        };
      case "object":
        return writeObject(resolved.details, refer);
      case "union":
        return { anyOf: resolved.details.map(refer) };
      case "tagged": {
        const all = [
          ...resolved.details.branches.values(),
          resolved.details.absent ?? [],
        ].flat();
        return { anyOf: [...new Set(all)].map(refer) };
      }
      default:
        return { type: resolved.kind };
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
  details: ObjectDetails,
  refer: (shape: Shape) => JsonSchema,
): JsonSchema {
  const required = details.properties
    .filter((property) => property.required)
    .map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      details.properties.map(({ name, shape }) => [name, refer(shape)]),
    ),
    ...(required.length > 0 && { required }),
    ...(details.index && { additionalProperties: refer(details.index) }),
  };
}

function omitUndefined(record: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  );
}
