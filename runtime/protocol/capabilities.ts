import { isObject, own } from "../validation/guards.js";

/** Capabilities that a client or server declares, by name. */
export type Capabilities = { readonly [name: string]: unknown };

/**
 * Last segments of the capability paths whose value is a boolean, such as
 * `tools.listChanged`. At all other paths the value is an object.
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
 * Adds the capability at a path, such as `resources.subscribe`, to
 * `capabilities`. Missing objects along the path are created.
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
 * Returns the capabilities implied by the handlers, combined with those that
 * the user configured. A configured value of `false` or `undefined` removes a
 * capability.
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
