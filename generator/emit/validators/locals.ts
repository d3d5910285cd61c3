/**
 * Creates names for the local constants of a guard function. The constants hold
 * the properties of the checked object.
 */
import { createUniqueName } from "../../model/util/names.js";
import { isBindingName } from "../print/syntax.js";

/**
 * Names that the code of any guard function may use. A local constant cannot
 * have one of these names.
 */
const TAKEN: ReadonlySet<string> = new Set([
  "Array",
  "Number",
  "Object",
  "depth",
  "hasOwn",
  "i",
  "isArray",
  "isObject",
  "it",
  "item",
  "key",
  "lengthOf",
  "own",
  "undefined",
]);

/**
 * Returns a unique name for the local constant of each property. The name does
 * not shadow any function that the guard calls.
 */
export function createLocalNames(
  properties: readonly string[],
): ReadonlyMap<string, string> {
  const used = new Set<string>();
  return new Map(
    properties.map((name) => [
      name,
      createUniqueName(toIdentifier(name), used),
    ]),
  );
}

/** Returns true for names that every object inherits, such as `constructor`. */
export function isInheritedByAll(name: string): boolean {
  return name in Object.prototype;
}

/**
 * Converts a property name to a valid identifier, such as `clientInfo` for
 * `io.modelcontextprotocol/clientInfo`.
 */
function toIdentifier(property: string): string {
  const safe = (name: string) =>
    isBindingName(name) && !TAKEN.has(name) && !/^(check|PATTERN)/.test(name);
  if (safe(property)) return property;
  const last = property.slice(property.lastIndexOf("/") + 1);
  const [first = "", ...others] = last.split(/[^A-Za-z0-9_$]+/).filter(Boolean);
  const name =
    first + others.map((w) => w.charAt(0).toUpperCase() + w.slice(1)).join("");
  if (safe(name)) return name;
  return isBindingName(`${name}_`) ? `${name}_` : `_${name}`;
}
