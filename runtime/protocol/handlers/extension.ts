/**
 * Extensions that change how the methods of the protocol are answered or sent.
 */
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "../lifecycle.js";

/**
 * Function that adds an extension to an endpoint under construction: its
 * capabilities and its interceptors. Returns the handlers to run, and throws if
 * one is missing.
 */
export type Extend = (
  endpoint: Endpoint,
  handlers: Handlers,
  capabilities: { [name: string]: unknown },
) => Handlers;

/**
 * Handler that needs an extension. The mark is a property, not an entry of a
 * module's table, so that every copy of the runtime can read it.
 */
interface WithExtension {
  readonly "mcp:extend"?: Extend;
}

/** Marks a handler with the extension that it needs. */
export function markExtension<H extends object>(handler: H, extend: Extend): H {
  return Object.assign(handler, { "mcp:extend": extend });
}

/**
 * Adds the extension that handlers are marked with. Only the tasks extension
 * marks handlers.
 */
export const extendHandlers: Extend = (endpoint, handlers, capabilities) => {
  const marks = Object.values(handlers) as (WithExtension | undefined)[];
  const extend = marks.find((handler) => handler?.["mcp:extend"])?.[
    "mcp:extend"
  ];
  return extend?.(endpoint, handlers, capabilities) ?? handlers;
};
