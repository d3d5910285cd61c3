/** Check of the keys of a server entry. */
import { isObject } from "../../validation/guards.js";
import type { ConfigEntry } from "./entry.js";
import {
  findKeyProblem,
  findRefusal,
  getInnerKeys,
  isUnsupported,
} from "./keys.js";
import type { ConfigPath } from "./values.js";

/** Reports the keys that are unknown, or that the host does not support. */
export function checkKeys(entry: ConfigEntry): void {
  for (const [key, value] of Object.entries(entry.fields)) {
    const problem = findKeyProblem(key, entry.strict);
    const inner = getInnerKeys(key);
    if (problem !== undefined) entry.report([key], problem, entry.strict);
    else if (entry.strict) continue;
    else if (inner && isObject(value)) {
      for (const name of Object.keys(value))
        if (!inner.includes(name)) checkSupport(entry, [key, name], true);
    } else checkSupport(entry, [key], isUnsupported(key));
  }
}

/**
 * Reports a setting that the host does not support, unless its value is empty.
 * The server is omitted if it cannot be used correctly without the setting.
 */
function checkSupport(
  entry: ConfigEntry,
  path: ConfigPath,
  hasNoEffect: boolean,
): void {
  if (isEmpty(entry.get(path))) return;
  const refusal = findRefusal(String(path.at(-1)));
  if (refusal !== undefined)
    entry.report(path, `cannot be followed: ${refusal}`);
  else if (hasNoEffect) entry.report(path, "has no effect in this host", false);
}

/**
 * Returns whether the value of a setting is empty, such as `false` or `[]`. An
 * empty setting changes nothing, so it need not be reported.
 */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === "" ||
    value === false ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}
