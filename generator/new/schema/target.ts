/** What json-schema-to-typescript takes, and how it is put together. */
import type { Json } from "../manifest/listing.js";
import { valueText } from "../literal.js";

/** A schema of ours: only keywords that make a type. */
export interface Target {
  readonly [keyword: string]: unknown;
}

/** Any value; compared by identity. */
export const UNKNOWN: Target = { tsType: "unknown" };
/** No value. */
export const NEVER: Target = { tsType: "never" };

/** `unknown` takes all of a union. */
export function union(parts: readonly Target[]): Target {
  const [first = NEVER] = parts;
  if (parts.includes(UNKNOWN)) return UNKNOWN;
  return parts.length > 1 ? { anyOf: [...parts] } : first;
}

/** `unknown` says nothing in an intersection. */
export function intersection(parts: readonly Target[]): Target {
  const telling = parts.filter((part) => part !== UNKNOWN);
  const [first = UNKNOWN] = telling;
  return telling.length > 1 ? { allOf: telling } : first;
}

/** Exactly these values. What is in an object is data, and no schema. */
export function literals(values: readonly unknown[]): Target {
  return union(values.map((value) => ({ tsType: valueText(value) })));
}

/** Keywords that a reader wants to know and no type tells. */
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

/** Letters of a limit that are shown. */
const MAX_VALUE = 120;

/** The type with a schema's description, and its limits as tags. */
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
  // A reference can not have one itself.
  return type["$ref"] === undefined
    ? { ...type, description }
    : { allOf: [type], description };
}

function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const line = text.replace(/[\s\u2028\u2029]+/g, " ");
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
