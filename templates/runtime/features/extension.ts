/** Parts of a protocol that change how other methods are answered or sent. */
import type { Endpoint } from "../endpoint/endpoint.js";
import type { Handlers } from "../lifecycle/lifecycle.js";

/**
 * Adds an extension to an endpoint that is being made: its capabilities, and
 * how the lifecycle sends requests. Returns the handlers as they are to run;
 * throws when one is missing.
 */
export type Extend = (
  endpoint: Endpoint,
  handlers: Handlers,
  capabilities: { [name: string]: unknown },
) => Handlers;

/** A property, and no table of this module: each copy of the runtime reads it. */
interface Extending {
  readonly "mcp:extend"?: Extend;
}

/** Marks a handler with the extension that it needs. */
export function extending<H extends object>(handler: H, extend: Extend): H {
  return Object.assign(handler, { "mcp:extend": extend });
}

/** Adds the extensions that handlers are marked with, each once. */
export const extendHandlers: Extend = (endpoint, handlers, capabilities) => {
  const found = Object.values(handlers).map(
    (one) => (one as Extending | undefined)?.["mcp:extend"],
  );
  for (const extend of new Set(found)) {
    handlers = extend?.(endpoint, handlers, capabilities) ?? handlers;
  }
  return handlers;
};
