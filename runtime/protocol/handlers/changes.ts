import type { Params } from "../../json-rpc/messages/messages.js";

/**
 * Source of changes: notifies listeners when something that the server offers,
 * such as its list of tools, has changed.
 */
export class Changes {
  /**
   * Method of the notification that is sent for a change, such as
   * `notifications/tools/list_changed`.
   */
  readonly method: string;
  /**
   * Path of the capability that allows the notification, such as
   * `tools.listChanged`.
   */
  readonly capability: string;
  readonly #listeners = new Set<(params?: Params) => void>();

  constructor(method: string, capability: string) {
    this.method = method;
    this.capability = capability;
  }

  /**
   * Adds a listener that is called on each change. Returns a function that
   * removes the listener.
   */
  listen(listener: (params?: Params) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(params?: Params): void {
    for (const listener of this.#listeners) listener(params);
  }
}

/**
 * Handler that is marked with sources of changes. The mark is a property of the
 * handler, not an entry in a WeakMap of this module. Therefore several copies
 * of the runtime in one program can read it.
 */
interface WithChanges {
  readonly "mcp:changes"?: readonly Changes[];
}

/** Marks a handler with the sources of changes that affect its results. */
export function markChanges<H extends object>(handler: H, ...of: Changes[]): H {
  return Object.assign(handler, { "mcp:changes": of });
}

/** Returns the sources of changes that affect the results of a handler. */
export function getChanges(handler: object | undefined): readonly Changes[] {
  return (handler as WithChanges | undefined)?.["mcp:changes"] ?? [];
}

/**
 * Adds control functions to a `handlers` object. They are non-enumerable
 * members, which object spread does not copy.
 */
export function withControls<H extends object, C extends object>(
  handlers: H,
  controls: C,
): H & C {
  for (const [name, value] of Object.entries(controls)) {
    Object.defineProperty(handlers, name, { value });
  }
  return handlers as H & C;
}
