/** Parts of a protocol that change how other methods are answered or sent. */
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "../lifecycle.js";

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

/** Adds the extension that handlers are marked with: there is that of tasks. */
export const extendHandlers: Extend = (endpoint, handlers, capabilities) => {
  const marks = Object.values(handlers) as (Extending | undefined)[];
  const extend = marks.find((one) => one?.["mcp:extend"])?.["mcp:extend"];
  return extend?.(endpoint, handlers, capabilities) ?? handlers;
};
