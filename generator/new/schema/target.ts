/**
 * Schemas that json-schema-to-typescript takes as input, and functions that
 * build them.
 */
import type { Json } from "../manifest/listing.js";
import { valueText } from "../literal.js";

/** JSON Schema that contains only keywords that determine a type. */
export interface Target {
  readonly [keyword: string]: unknown;
}

/** State of the conversion, shared by all schemas of one tool. */
export interface ConversionState {
  /** Type names that generated types already use. */
  readonly used: Set<string>;
  /**
   * Notes about subschemas without an equivalent type, such as
   * `input.properties.a: TypeScript has no type for "not"`, in the order of the
   * schema.
   */
  readonly notes: Set<string>;
  readonly definitions: { [name: string]: Target };
}

/** Schema that accepts any value. It is recognized by identity (`===`). */
export const UNKNOWN: Target = { tsType: "unknown" };
/** Schema that accepts no value. */
export const NEVER: Target = { tsType: "never" };

/**
 * Returns the union of schemas. A union that contains `unknown` is `unknown`.
 */
export function union(parts: readonly Target[]): Target {
  const [first = NEVER] = parts;
  if (parts.includes(UNKNOWN)) return UNKNOWN;
  return parts.length > 1 ? { anyOf: [...parts] } : first;
}

/**
 * Returns the intersection of schemas. `unknown` adds no restriction, so it is
 * left out.
 */
export function intersection(parts: readonly Target[]): Target {
  const telling = parts.filter((part) => part !== UNKNOWN);
  const [first = UNKNOWN] = telling;
  return telling.length > 1 ? { allOf: telling } : first;
}

/**
 * Returns a schema that accepts exactly the given values. Objects in `values`
 * are data, not schemas.
 */
export function literals(values: readonly unknown[]): Target {
  return union(values.map((value) => ({ tsType: valueText(value) })));
}

/**
 * Keywords that do not affect the type but are useful to readers of the type,
 * such as `minimum`.
 */
const LIMITS = [
  "default",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** Maximum length of a keyword's value in a doc comment, in characters. */
const MAX_VALUE = 120;

/**
 * Adds a doc comment to the type: the description of the schema, and its limits
 * (such as `minimum`) as doc tags.
 */
export function described(type: Target, schema: Json): Target {
  const tags = LIMITS.filter((name) => schema[name] !== undefined).map(
    (name) => `@${name} ${oneLine(schema[name])}`,
  );
  if (schema["deprecated"] === true) tags.push("@deprecated");
  const text =
    typeof schema["description"] === "string" ? schema["description"] : "";
  const description = [
    text.trim().replace(/\r\n?|[\u2028\u2029]/g, "\n"),
    tags.join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  if (description === "") return type;
  // A reference cannot have a description itself, so it is wrapped in another
  // schema.
  return type["$ref"] === undefined
    ? { ...type, description }
    : { allOf: [type], description };
}

function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const line = text.replace(/[\s\u2028\u2029]+/g, " ");
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
