/** What json-schema-to-typescript takes, and how it is put together. */
import { isObject } from "../../../templates/runtime/validation/guards.js";
import { valueText } from "../literal.js";

/** A schema of ours: only keywords that make a type. */
export interface Target {
  readonly [keyword: string]: unknown;
}

/** A value of `type`. */
export type TypeName =
  "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

/** Any value; it is told apart by identity. */
export const UNKNOWN: Target = { tsType: "unknown" };
/** No value. */
export const NEVER: Target = { tsType: "never" };

/** `unknown` takes all of a union. */
export function union(parts: readonly Target[]): Target {
  const [first = NEVER] = parts;
  if (parts.some((part) => part === UNKNOWN)) return UNKNOWN;
  return parts.length > 1 ? { anyOf: [...parts] } : first;
}

/** `unknown` says nothing in an intersection. */
export function intersection(parts: readonly Target[]): Target {
  const telling = parts.filter((part) => part !== UNKNOWN);
  const [first = UNKNOWN] = telling;
  return telling.length > 1 ? { allOf: telling } : first;
}

/** The schema with a description; a reference can not have one itself. */
export function described(schema: Target, description: string): Target {
  if (description === "") return schema;
  return schema["$ref"] === undefined
    ? { ...schema, description }
    : { allOf: [schema], description };
}

/**
 * Exactly these values, as far as they have one of the types. Objects are told
 * as text: what is in them is data, and no schema.
 */
export function literals(
  values: readonly unknown[],
  types: readonly TypeName[] | null,
): Target {
  const fitting = values.filter(
    (value) => types === null || types.some((type) => hasType(value, type)),
  );
  const plain = fitting.filter(isPlain);
  return union([
    ...(plain.length > 0 ? [{ enum: plain }] : []),
    ...fitting
      .filter((value) => !isPlain(value))
      .map((value) => ({ tsType: valueText(value) })),
  ]);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function hasType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
