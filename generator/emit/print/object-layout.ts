/** Prints objects and arrays as TypeScript literals. */
import {
  braced,
  enclosed,
  group,
  indent,
  line,
  type Layout,
} from "./layout.js";
import { objectKey, quote } from "./syntax.js";

/** Members of an object literal, in order. */
export type LayoutMembers = readonly (readonly [key: string, value: Layout])[];

/**
 * Returns `{ key: value, … }` with one member on each line. A value that does
 * not fit on the line of its key is printed on the next line.
 */
export function objectLayout(members: LayoutMembers): Layout {
  if (members.length === 0) return "{}";
  return braced(
    members.map(([key, value]) => [
      typeof value === "string"
        ? group([key, ":", indent([line, value])])
        : [key, ": ", value],
      ",",
    ]),
  );
}

/**
 * Returns the TypeScript literal of a value: a string, a boolean, an array of
 * strings, or an object that contains such values.
 */
export function valueLayout(value: unknown): Layout {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value))
    return enclosed("[", value.map(String).map(quote), "]");
  if (typeof value !== "object" || value === null) return String(value);
  return objectLayout(
    Object.entries(value).map(([name, member]) => [
      objectKey(name),
      valueLayout(member),
    ]),
  );
}
