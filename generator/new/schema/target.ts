/**
 * Input schemas for json-schema-to-typescript, and functions that build them.
 */
import type { Json } from "../manifest/listing.js";
import { valueText } from "../literal.js";

/** Schema with keywords that determine a type only. */
export interface Target {
  readonly [keyword: string]: unknown;
}

/** Schema for any value. Compared by identity. */
export const UNKNOWN: Target = { tsType: "unknown" };
/** Schema for no value. */
export const NEVER: Target = { tsType: "never" };

/** Returns the union. A union that contains `unknown` is `unknown`. */
export function union(parts: readonly Target[]): Target {
  const [first = NEVER] = parts;
  if (parts.includes(UNKNOWN)) return UNKNOWN;
  return parts.length > 1 ? { anyOf: [...parts] } : first;
}

/** Returns the intersection, without `unknown`. */
export function intersection(parts: readonly Target[]): Target {
  const telling = parts.filter((part) => part !== UNKNOWN);
  const [first = UNKNOWN] = telling;
  return telling.length > 1 ? { allOf: telling } : first;
}

/**
 * Returns a schema for exactly these values. An object among them is data, not
 * a schema.
 */
export function literals(values: readonly unknown[]): Target {
  return union(values.map((value) => ({ tsType: valueText(value) })));
}

/** Keywords without a type that readers of the type need to know. */
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

/** Maximum number of characters of a limit to show. */
const MAX_VALUE = 120;

/** Adds a schema's description to the type, and its limits as doc tags. */
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
  // A reference cannot have a description itself, so it is wrapped.
  return type["$ref"] === undefined
    ? { ...type, description }
    : { allOf: [type], description };
}

function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const line = text.replace(/[\s\u2028\u2029]+/g, " ");
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
