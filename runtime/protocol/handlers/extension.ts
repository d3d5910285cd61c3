/**
 * Extensions that change how an endpoint answers or sends the methods of the
 * protocol.
 */
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "../lifecycle.js";

/**
 * Function that adds an extension, with its capabilities and interceptors, to
 * an endpoint under construction. Returns the handlers to use. Throws if a
 * handler that the extension needs is missing.
 */
export type Extend = (
  endpoint: Endpoint,
  handlers: Handlers,
  capabilities: { [name: string]: unknown },
) => Handlers;

/**
 * Handler that is marked with the extension that it needs. The mark is a
 * property of the handler, not an entry in a WeakMap of this module. Therefore
 * several copies of the runtime in one program can read it.
 */
interface WithExtension {
  readonly "mcp:extend"?: Extend;
}

/** Marks a handler with the extension that it needs. */
export function markExtension<H extends object>(handler: H, extend: Extend): H {
  return Object.assign(handler, { "mcp:extend": extend });
}

/**
 * Adds the extension that the handlers are marked with to an endpoint. Only
 * tasks mark handlers.
 */
export const extendHandlers: Extend = (endpoint, handlers, capabilities) => {
  const marks = Object.values(handlers) as (WithExtension | undefined)[];
  const extend = marks.find((handler) => handler?.["mcp:extend"])?.[
    "mcp:extend"
  ];
  return extend?.(endpoint, handlers, capabilities) ?? handlers;
};
