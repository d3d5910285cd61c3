/**
 * Checks values against types, in a slow but simple way. The result labels each
 * value of the corpus (generated test values) as valid or invalid. Tests also
 * compare the result with the generated guards.
 */
import {
  taggedTypes,
  type Normal,
  type NormalObject,
  type Normals,
} from "./types.js";
import { memoizeByObject } from "../util/memoize.js";
import { compilePattern } from "../util/pattern.js";
import type { NumberShape, StringShape } from "../resolved/shape.js";
import type { LiteralValue } from "../types.js";
import { unreachable } from "../walk.js";

/** Returns true if a JSON value matches the type. */
export function accepts(
  type: Normal,
  value: unknown,
  normals: Normals,
): boolean {
  switch (type.kind) {
    case "any":
      return value !== undefined;
    case "never":
      return false;
    case "boolean":
      return typeof value === "boolean";
    case "string":
    case "number":
      return acceptsPlain(type, value);
    case "literals":
      return type.values.includes(value as LiteralValue);
    case "array": {
      if (!Array.isArray(value)) return false;
      const { minItems = 0, maxItems = Infinity, element } = type;
      if (value.length < minItems || value.length > maxItems) return false;
      // In JavaScript, an array may have holes (missing items). An array of
      // `unknown` accepts holes, because its items are not checked.
      return (
        element.kind === "any" ||
        Array.from(value).every((item) => accepts(element, item, normals))
      );
    }
    case "object":
      return (
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        acceptsObject(type, value, normals)
      );
    case "union":
      return type.members.some((member) => accepts(member, value, normals));
    case "tagged":
      return taggedTypes(type).some((alternative) =>
        accepts(alternative, value, normals),
      );
    case "ref":
      return accepts(normals.body(type.name), value, normals);
    default:
      return unreachable(type);
  }
}

const getPropertyNames = memoizeByObject(
  ({ properties }: NormalObject): ReadonlySet<string> =>
    new Set(properties.map(({ name }) => name)),
);

function acceptsObject(
  type: NormalObject,
  value: object,
  normals: Normals,
): boolean {
  const members = value as Readonly<Record<string, unknown>>;
  const declared = getPropertyNames(type);
  return (
    type.properties.every(({ name, type, required }) => {
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      return member === undefined ? !required : accepts(type, member, normals);
    }) &&
    Object.keys(members).every(
      (key) =>
        declared.has(key) ||
        members[key] === undefined ||
        type.index === null ||
        accepts(type.index, members[key], normals),
    )
  );
}

/**
 * Returns true if a value matches a string type or a number type, including the
 * limits of the type.
 */
function acceptsPlain(
  type: StringShape | NumberShape,
  value: unknown,
): boolean {
  if (type.kind === "string") {
    if (typeof value !== "string") return false;
    const { minLength, maxLength, patterns = [] } = type;
    if (minLength !== undefined || maxLength !== undefined) {
      const { length } = [...value];
      if (length < (minLength ?? 0) || length > (maxLength ?? length))
        return false;
    }
    return patterns.every((pattern) => compilePattern(pattern).test(value));
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  const { integer, minimum = -Infinity, maximum = Infinity } = type;
  if (integer && !Number.isInteger(value)) return false;
  return value >= minimum && value <= maximum;
}
