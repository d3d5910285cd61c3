/** Parts of a client's capability that follow from how a handler was made. */
import { isObject } from "../validation/guards.js";
import type { Capabilities } from "../lifecycle/capabilities.js";
import type { Handler, Handlers } from "../lifecycle/lifecycle.js";

const offers = /*@__PURE__*/ new WeakMap<Handler, readonly string[]>();

/** Marks a handler with paths such as `sampling.tools`. */
export function offering<H extends Handler>(
  handler: H,
  ...paths: readonly string[]
): H {
  offers.set(handler, paths);
  return handler;
}

/** The paths that a handler is marked with. */
export function offersOf(handler: Handler): readonly string[] {
  return offers.get(handler) ?? [];
}

/**
 * What the handlers offer and the revision knows, overlaid with what the user
 * set.
 */
export function withOffers(
  handlers: Handlers,
  known: readonly string[],
  set: Capabilities = {},
): Capabilities {
  const all: { [name: string]: unknown } = { ...set };
  for (const handler of Object.values(handlers)) {
    for (const path of handler ? offersOf(handler) : []) {
      if (!known.includes(path)) continue;
      const [name = "", part = ""] = path.split(".");
      const own = all[name] ?? {};
      // What the user switched off stays off.
      if (isObject(own)) all[name] = { [part]: {}, ...own };
    }
  }
  return all;
}
