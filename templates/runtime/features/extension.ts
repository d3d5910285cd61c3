/** Parts of a protocol that change how other methods are answered or sent. */
import { ConnectionError } from "../connection/errors.js";
import { declare } from "../lifecycle/capabilities.js";
import type { Endpoint } from "../endpoint.js";
import type { Handler, Handlers, Lifecycle } from "../lifecycle/lifecycle.js";

export interface Extension {
  /** Capabilities that follow from all the handlers; throws when one is missing. */
  readonly capabilities?: (handlers: Handlers) => readonly string[];
  /** The handlers as they are to run. What is declared is not known yet. */
  readonly wrap?: (endpoint: Endpoint, handlers: Handlers) => Handlers;
  /** Sends requests. */
  readonly request?: NonNullable<Lifecycle["request"]>;
}

/**
 * Adds extensions to an endpoint that is being made, and what they declare to
 * its capabilities; gives its handlers as they are to run.
 */
export type Extend = (
  endpoint: Endpoint,
  handlers: Handlers,
  capabilities: { [name: string]: unknown },
) => Handlers;

const marks = /*@__PURE__*/ new WeakMap<object, readonly Extension[]>();

/** Marks a handler with the extensions that come with it. */
export function extending<H extends object>(
  handler: H,
  ...extensions: Extension[]
): H {
  marks.set(handler, extensions);
  return handler;
}

/** Adds the extensions that come with handlers, then `more`, each once. */
export function extendWith(
  more: readonly Extension[],
  ...[endpoint, handlers, capabilities]: Parameters<Extend>
): Handlers {
  const found = Object.values(handlers).flatMap(
    (handler: Handler | undefined) => (handler && marks.get(handler)) ?? [],
  );
  const extensions = [...new Set([...found, ...more])];
  for (const one of extensions) {
    for (const path of one.capabilities?.(handlers) ?? []) {
      declare(capabilities, path);
    }
  }
  const sender = extensions.find(({ request }) => request);
  endpoint.lifecycle = {
    ...endpoint.lifecycle,
    request: sender?.request ?? withoutTasks,
  };
  return extensions.reduce(
    (before, { wrap }) => wrap?.(endpoint, before) ?? before,
    handlers,
  );
}

/** Adds the extensions that come with handlers. */
export const extendHandlers: Extend = (...parts) => extendWith([], ...parts);

const withoutTasks: NonNullable<Lifecycle["request"]> = (
  ...[connection, method, params, options, about]
) => {
  if (options.task === undefined) {
    return connection.requestOnce(method, params, options, about);
  }
  const text = "This side asks for no tasks: add ...tasks() to the handlers";
  return Promise.reject(new ConnectionError("capability", text));
};
