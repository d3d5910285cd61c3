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
  const { convert, note } = conversion;
  const { additionalProperties: rest, patternProperties } = schema;
  const properties: { [name: string]: Target } = {};
  let open = rest === true;
  for (const [name, value] of entriesOf(schema["properties"]))
    if (UNSAFE.has(name)) {
      note(`a member called "${name}" has no type`);
      open = true;
    } else properties[name] = convert(value, `properties.${name}`);
  const required = listOf(schema["required"]).map(String);
  for (const name of required)
    if (UNSAFE.has(name)) open = true;
    else properties[name] ??= UNKNOWN;
  const result = {
    type: "object",
    properties,
    required: required.filter((name) => !UNSAFE.has(name)),
  };
  const isEmpty = Object.keys(properties).length === 0;
  const others = entriesOf(patternProperties).map(([pattern, value]) =>
    convert(value, `patternProperties.${pattern}`),
  );
  const isClosed = rest === false && others.length === 0;
  if (rest !== undefined && rest !== false)
    others.push(convert(rest, "additionalProperties"));
  else if (rest === undefined && others.length > 0) others.push(UNKNOWN);
  if (isClosed || others.length === 0)
    return { ...result, additionalProperties: open || (isEmpty && !isClosed) };
  const other = union(others);
  if (isEmpty && !open) return { ...result, additionalProperties: other };
  if (other !== UNKNOWN)
    note("the type of members that are not declared is unknown");
  return { ...result, additionalProperties: true };
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
  if (!draft7) return { head: listOf(prefixItems), rest: items };
  const head = listOf(items);
  return { head, rest: head.length > 0 ? additionalItems : items };
}

/** The items where it is an array; of anything else there are none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): [name: string, member: unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
