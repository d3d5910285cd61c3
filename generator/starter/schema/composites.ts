/** Types of objects and arrays, with those of what is in them. */
import { isObject } from "../../../templates/runtime/validation/guards.js";
import type { Json } from "../manifest/listing.js";
import { union, UNKNOWN, type Target } from "./target.js";

/** What a schema asks of the conversion that it is part of. */
export interface Conversion {
  /** Whether `items` may be an array. */
  readonly draft7: boolean;
  /** Converts a schema that stands at `place` below this one. */
  convert(schema: unknown, place: string): Target;
  /** Says that this schema's type leaves something out. */
  note(text: string): void;
}

/** A longer tuple becomes an array. */
const MAX_TUPLE = 8;

/** Every object has these already, with types of their own. */
const UNSAFE = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Objects are open; the names that are not declared are left out. */
export function objectType(schema: Json, conversion: Conversion): Target {
  const { properties, required, open } = declared(schema, conversion);
  const result = { type: "object", properties, required };
  const isEmpty = Object.keys(properties).length === 0;
  const others = undeclared(schema, conversion);
  if (others === null)
    return { ...result, additionalProperties: open || isEmpty };
  if (others === false) return { ...result, additionalProperties: open };
  if (isEmpty && !open) return { ...result, additionalProperties: others };
  if (others !== UNKNOWN)
    conversion.note("the type of members that are not declared is unknown");
  return { ...result, additionalProperties: true };
}

/** Members with a name of their own, and whether others are to be typed. */
function declared(schema: Json, conversion: Conversion) {
  const properties: { [name: string]: Target } = {};
  let open = schema["additionalProperties"] === true;
  const given = isObject(schema["properties"]) ? schema["properties"] : {};
  for (const [name, value] of Object.entries(given)) {
    if (UNSAFE.has(name)) {
      conversion.note(`a member called "${name}" has no type`);
      open = true;
      continue;
    }
    properties[name] = conversion.convert(value, `properties.${name}`);
  }
  const names = list(schema["required"]).filter(
    (name): name is string => typeof name === "string",
  );
  const required = names.filter((name) => !UNSAFE.has(name));
  for (const name of required)
    if (!Object.hasOwn(properties, name)) properties[name] = UNKNOWN;
  if (required.length < names.length) open = true;
  return { properties, required, open };
}

/** Type of the members that are not declared; null when nothing is said. */
function undeclared(schema: Json, { convert }: Conversion) {
  const { additionalProperties: rest, patternProperties } = schema;
  const patterns = isObject(patternProperties)
    ? Object.entries(patternProperties)
    : [];
  const types = patterns.map(([pattern, value]) =>
    convert(value, `patternProperties.${pattern}`),
  );
  if (rest === undefined) return types.length === 0 ? null : UNKNOWN;
  if (rest === false) return types.length === 0 ? false : union(types);
  return union([...types, convert(rest, "additionalProperties")]);
}

/** An array, or a tuple where the first items have schemas of their own. */
export function arrayType(schema: Json, conversion: Conversion): Target {
  const { head, rest } = itemsOf(schema, conversion.draft7);
  const element =
    rest === undefined || rest === true
      ? UNKNOWN
      : conversion.convert(rest, "items");
  if (head.length === 0) {
    return rest === false
      ? { tsType: "[]" }
      : { type: "array", items: element };
  }
  if (head.length > MAX_TUPLE) {
    conversion.note(`a tuple of ${head.length} is an array`);
    return { type: "array", items: UNKNOWN };
  }
  const items = head.map((item, index) =>
    conversion.convert(item, `prefixItems.${index}`),
  );
  const least = Number(schema["minItems"] ?? 0);
  return {
    type: "array",
    items,
    minItems: Math.min(Math.max(0, least), items.length),
    additionalItems: rest === false ? false : element,
    ...(rest === false ? { maxItems: items.length } : {}),
  };
}

/** Schemas of the first items, and that of all others. */
function itemsOf(schema: Json, draft7: boolean) {
  const { items, prefixItems, additionalItems } = schema;
  if (!draft7) return { head: list(prefixItems), rest: items };
  const head = list(items);
  return { head, rest: head.length > 0 ? additionalItems : items };
}

/** The value where it is an array; nothing else is a list of anything. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
