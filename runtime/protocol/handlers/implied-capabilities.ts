/** Client capabilities implied by the way a handler was created. */
import { isObject } from "../../validation/guards.js";
import type { Capabilities } from "../capabilities.js";
import type { Handler, Handlers } from "../lifecycle.js";

/**
 * Handler that is marked with the capabilities that it implies. The mark is a
 * property of the handler, not an entry in a WeakMap of this module. Therefore
 * several copies of the runtime in one program can read it.
 */
interface WithImpliedCapabilities {
  readonly "mcp:implied"?: readonly string[];
}

/**
 * Marks a handler with the capability paths that it implies, such as
 * `sampling.tools`.
 */
export function markImpliedCapabilities<H extends Handler>(
  handler: H,
  ...paths: readonly string[]
): H {
  return Object.assign(handler, { "mcp:implied": paths });
}

/** Returns the capability paths that a handler is marked with. */
export function getImpliedCapabilities(handler: Handler): readonly string[] {
  return (handler as WithImpliedCapabilities)["mcp:implied"] ?? [];
}

/**
 * Returns the user's capabilities, plus the capabilities that the handlers
 * imply and that the revision defines.
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
      // A capability that the user disabled explicitly is not enabled by a
      // handler.
      if (isObject(own)) all[name] = { [part]: {}, ...own };
    }
  }
  return all;
}
