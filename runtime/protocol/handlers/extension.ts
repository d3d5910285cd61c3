/**
 * Support for protocol extensions. An extension changes how a client or server
 * answers or sends methods of the protocol.
 */
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "../lifecycle.js";

/**
 * Function that adds an extension, with its capabilities and interceptors, to
 * an endpoint under construction. Returns the handlers to use. Throws if the
 * extension needs a handler that is missing.
 */
export type Extend = (
  endpoint: Endpoint,
  handlers: Handlers,
  capabilities: { [name: string]: unknown },
) => Handlers;

/**
 * Handler with the property `mcp:extend`, which contains the extension that the
 * handler needs. The extension is not in a WeakMap, because a program may
 * contain several copies of the runtime. All copies can read a property,
 * whereas a WeakMap would belong to one copy.
 */
interface WithExtension {
  readonly "mcp:extend"?: Extend;
}

/**
 * Adds a property to a handler. The property contains the extension that the
 * handler needs.
 */
export function markExtension<H extends object>(handler: H, extend: Extend): H {
  return Object.assign(handler, { "mcp:extend": extend });
}

/**
 * Adds to an endpoint the extension that its handlers need. At present only the
 * handlers of tasks need one.
 */
export const extendHandlers: Extend = (endpoint, handlers, capabilities) => {
  const marks = Object.values(handlers) as (WithExtension | undefined)[];
  const extend = marks.find((handler) => handler?.["mcp:extend"])?.[
    "mcp:extend"
  ];
  return extend?.(endpoint, handlers, capabilities) ?? handlers;
};
