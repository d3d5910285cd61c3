/** Names for the properties that a guard reads. */
import { isBindingName } from "../print/syntax.js";

/** What a guard's code uses by itself. */
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

/** A local name for each property, unlike all others and unlike functions. */
export function bindings(
  properties: readonly string[],
): ReadonlyMap<string, string> {
  const locals = new Map<string, string>();
  const used = new Set<string>();
  for (const property of properties) {
    const base = identifier(property);
    let local = base;
    for (let n = 2; used.has(local); n++) local = `${base}${n}`;
    used.add(local);
    locals.set(property, local);
  }
  return locals;
}

/** True for names that every object inherits, such as `constructor`. */
export function inheritedByAll(name: string): boolean {
  return name in Object.prototype;
}

/** `clientInfo` for `io.modelcontextprotocol/clientInfo`. */
function identifier(property: string): string {
  const safe = (name: string) =>
    isBindingName(name) && !TAKEN.has(name) && !/^(check|PATTERN)/.test(name);
  if (safe(property)) return property;
  const last = property.split("/").at(-1) ?? "";
  const [first = "", ...others] = last.split(/[^A-Za-z0-9_$]+/).filter(Boolean);
  const name =
    first + others.map((w) => w.charAt(0).toUpperCase() + w.slice(1)).join("");
  if (safe(name)) return name;
  return isBindingName(`${name}_`) ? `${name}_` : `_${name}`;
}
