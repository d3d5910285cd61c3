/** Parts of a client's capability that follow from how a handler was made. */
import { isObject } from "../../validation/guards.js";
import type { Capabilities } from "../capabilities.js";
import type { Handler, Handlers } from "../lifecycle.js";

/** A property, and no table of this module: each copy of the runtime reads it. */
interface Offering {
  readonly "mcp:offers"?: readonly string[];
}

/** Marks a handler with paths such as `sampling.tools`. */
export function offering<H extends Handler>(
  handler: H,
  ...paths: readonly string[]
): H {
  return Object.assign(handler, { "mcp:offers": paths });
}

/** The paths that a handler is marked with. */
export function offersOf(handler: Handler): readonly string[] {
  return (handler as Offering)["mcp:offers"] ?? [];
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
