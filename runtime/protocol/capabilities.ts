import { isObject, own } from "../validation/guards.js";

/** Capabilities that a client or server declares, by name. */
export type Capabilities = { readonly [name: string]: unknown };

/**
 * Last segments of capability paths whose value is a boolean. The value at any
 * other capability path is an object.
 */
const FLAGS: readonly string[] = ["listChanged", "subscribe"];

/**
 * Returns true if a capability path such as `resources.subscribe` is declared
 * and its value is not false.
 */
export function declares(capabilities: Capabilities, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of path.split(".")) {
    if (!isObject(value)) return false;
    value = own(value, name);
  }
  return (value ?? false) !== false;
}

/**
 * Declares a capability path, such as `resources.subscribe`. Creates the
 * objects along the path if they are missing.
 */
export function declare(
  capabilities: { [name: string]: unknown },
  path: string,
): void {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let target = capabilities;
  for (const name of names) {
    const next = target[name];
    target = isObject(next) ? next : (target[name] = {});
  }
  if (!isObject(target[last])) target[last] = FLAGS.includes(last) ? true : {};
}

/**
 * Merges the capabilities that the user configured into those implied by the
 * handlers. A value of `false` or `undefined` removes a capability.
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
