import type { Params } from "../../json-rpc/messages/messages.js";

/**
 * Source of changes. It notifies its listeners when, for example, the list of
 * tools of a server has changed.
 */
export class Changes {
  /**
   * Method of the notification that is sent after a change, such as
   * `notifications/tools/list_changed`.
   */
  readonly method: string;
  /**
   * Path of the capability that must be declared to send the notification, such
   * as `tools.listChanged`.
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
 * Handler with the property `mcp:changes`: a list of objects that report
 * changes of the handler's results. The list is not in a WeakMap, because a
 * program may contain several copies of the runtime. All copies can read a
 * property, whereas a WeakMap would belong to one copy.
 */
interface WithChanges {
  readonly "mcp:changes"?: readonly Changes[];
}

/**
 * Adds a property to a handler. The property lists the objects that report
 * changes of the handler's results.
 */
export function markChanges<H extends object>(handler: H, ...of: Changes[]): H {
  return Object.assign(handler, { "mcp:changes": of });
}

/** Returns the objects that report changes of a handler's results. */
export function getChanges(handler: object | undefined): readonly Changes[] {
  return (handler as WithChanges | undefined)?.["mcp:changes"] ?? [];
}

/**
 * Adds control functions to a `handlers` object. They are non-enumerable, so
 * that object spread does not copy them.
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
