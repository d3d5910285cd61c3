/** Parts of a protocol that change how other methods are answered or sent. */
import { ConnectionError } from "../connection/json-rpc/errors.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import type { Handlers, Lifecycle } from "../lifecycle/lifecycle.js";

/**
 * Adds itself to an endpoint that is being made: what it declares to the
 * capabilities, and how requests are sent to the lifecycle. Gives the handlers
 * as they are to run; throws when one is missing.
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

/** Marks a handler with what comes with it. */
export function extending<H extends object>(handler: H, extend: Extend): H {
  return Object.assign(handler, { "mcp:extend": extend });
}

/** Adds what comes with handlers, each once. */
export const extendHandlers: Extend = (endpoint, handlers, capabilities) => {
  setRequest(endpoint, withoutTasks);
  const found = Object.values(handlers).map(
    (one) => (one as Extending | undefined)?.["mcp:extend"],
  );
  for (const extend of new Set(found)) {
    handlers = extend?.(endpoint, handlers, capabilities) ?? handlers;
  }
  return handlers;
};

/** Changes how an endpoint sends requests. */
export function setRequest(
  endpoint: Endpoint,
  request: NonNullable<Lifecycle["request"]>,
): void {
  endpoint.lifecycle = { ...endpoint.lifecycle, request };
}

const withoutTasks: NonNullable<Lifecycle["request"]> = (
  ...[connection, method, params, options, about]
) => {
  if (options.task === undefined) {
    return connection.requestOnce(method, params, options, about);
  }
  const text = "Add ...tasks() to handlers";
  return Promise.reject(new ConnectionError("capability", text));
};
