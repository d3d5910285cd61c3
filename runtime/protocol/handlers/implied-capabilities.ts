/**
 * Client capabilities that follow from how a handler was created. For example,
 * a sampling handler with tools implies `sampling.tools`.
 */
import { isObject } from "../../validation/guards.js";
import type { Capabilities } from "../capabilities.js";
import type { Handler, Handlers } from "../lifecycle.js";

/**
 * Handler with the property `mcp:implied`: a list of the capabilities that the
 * handler implies. The list is not in a WeakMap, because a program may contain
 * several copies of the runtime. All copies can read a property, whereas a
 * WeakMap would belong to one copy.
 */
interface WithImpliedCapabilities {
  readonly "mcp:implied"?: readonly string[];
}

/**
 * Adds a property to a handler. The property lists the capability paths that
 * the handler implies, such as `sampling.tools`.
 */
export function markImpliedCapabilities<H extends Handler>(
  handler: H,
  ...paths: readonly string[]
): H {
  return Object.assign(handler, { "mcp:implied": paths });
}

/** Returns the implied capability paths of a handler. */
export function getImpliedCapabilities(handler: Handler): readonly string[] {
  return (handler as WithImpliedCapabilities)["mcp:implied"] ?? [];
}

/**
 * Returns the capabilities that the user configured, plus those that the
 * handlers imply. Leaves out implied capabilities that the revision does not
 * define.
 */
export function withImpliedCapabilities(
  handlers: Handlers,
  known: readonly string[],
  set: Capabilities = {},
): Capabilities {
  const all: { [name: string]: unknown } = { ...set };
  for (const handler of Object.values(handlers)) {
    for (const path of handler ? getImpliedCapabilities(handler) : []) {
      if (!known.includes(path)) continue;
      const [name = "", part = ""] = path.split(".");
      const own = all[name] ?? {};
      // If the user set a capability to `false`, handlers do not enable it.
      if (isObject(own)) all[name] = { [part]: {}, ...own };
    }
  }
  return all;
}
