import type { Handler } from "../lifecycle.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/**
 * Source of changes: notifies listeners that a part of the server's offer, such
 * as its tools, has changed.
 */
export class Changes {
  /** Method of the notification to send. */
  readonly method: string;
  /** Capability that declares the notification. */
  readonly capability: string;
  readonly #listeners = new Set<(params?: Params) => void>();

  constructor(method: string, capability: string) {
    this.method = method;
    this.capability = capability;
  }

  /** Adds a listener. Returns a function that removes it. */
  listen(listener: (params?: Params) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(params?: Params): void {
    for (const listener of this.#listeners) listener(params);
  }
}

/**
 * Handler with sources of changes. The mark is a property, not an entry of a
 * module's table, so that every copy of the runtime can read it.
 */
interface WithChanges {
  readonly "mcp:changes"?: readonly Changes[];
}

/** Marks a handler with the sources of changes in its results. */
export function markChanges<H extends object>(handler: H, ...of: Changes[]): H {
  return Object.assign(handler, { "mcp:changes": of });
}

/** Returns the sources of changes in the results of a handler. */
export function getChanges(handler: Handler | undefined): readonly Changes[] {
  return (handler as WithChanges | undefined)?.["mcp:changes"] ?? [];
}

/**
 * Adds controls to a `handlers` object as non-enumerable members, which object
 * spread does not copy.
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
