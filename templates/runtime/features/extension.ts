/** Parts of a protocol that change how other methods are answered or sent. */
import { ConnectionError } from "../connection/json-rpc/errors.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import type { Connection } from "../connection/connection.js";
import type { Params, RequestId } from "../connection/json-rpc/messages.js";
import type { SendOptions } from "../connection/requests.js";
import type { Handlers, Lifecycle } from "../lifecycle/lifecycle.js";

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

function withoutTasks(
  connection: Connection,
  method: string,
  params: Params | undefined,
  options: SendOptions,
  about: RequestId | undefined,
): Promise<object> {
  if (options.task === undefined) {
    return connection.requestOnce(method, params, options, about);
  }
  const text = "Add ...tasks() to handlers";
  return Promise.reject(new ConnectionError("capability", text));
}
