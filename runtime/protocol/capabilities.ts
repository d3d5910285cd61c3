import { isObject, own } from "../validation/guards.js";

/** Capabilities of one side, as it declares them. */
export type Capabilities = { readonly [name: string]: unknown };

/** Last names of paths whose value is a boolean; every other is an object. */
const FLAGS: readonly string[] = ["listChanged", "subscribe"];

/** Whether `path` (`resources.subscribe`) was declared and not switched off. */
export function declares(capabilities: Capabilities, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of path.split(".")) {
    if (!isObject(value)) return false;
    value = own(value, name);
  }
  return (value ?? false) !== false;
}

/** Declares `path` in `capabilities`, and the objects on the way to it. */
export function declare(
  capabilities: { [name: string]: unknown },
  path: string,
): void {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let at = capabilities;
  for (const name of names) {
    const next = at[name];
    at = isObject(next) ? next : (at[name] = {});
  }
  if (!isObject(at[last])) at[last] = FLAGS.includes(last) ? true : {};
}

/**
 * What follows from the handlers, overlaid with what the user set. A value of
 * `false` or `undefined` takes a capability back.
 */
export function overlay(
  derived: { [name: string]: unknown },
  set: Capabilities | undefined,
): Capabilities {
  for (const [name, value] of Object.entries(set ?? {})) {
    const base = derived[name];
    if (value === undefined || value === false) delete derived[name];
    else if (isObject(base) && isObject(value)) {
      derived[name] = overlay({ ...base }, value);
    } else derived[name] = value;
  }
  return derived;
}
