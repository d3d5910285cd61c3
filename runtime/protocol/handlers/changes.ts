import type { Handler } from "../lifecycle.js";
import type { Params } from "../../json-rpc/messages/messages.js";

/** Notifies listeners that something which the server offers has changed. */
export class Changes {
  /** Notification to send. */
  readonly method: string;
  /** Capability that promises it. */
  readonly capability: string;
  readonly #listeners = new Set<(params?: Params) => void>();

  constructor(method: string, capability: string) {
    this.method = method;
    this.capability = capability;
  }

  /** Returns a function that ends it. */
  listen(listener: (params?: Params) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(params?: Params): void {
    for (const listener of this.#listeners) listener(params);
  }
}

/** A property, and no table of this module: each copy of the runtime reads it. */
interface Changing {
  readonly "mcp:changes"?: readonly Changes[];
}

/** Marks a handler with the sources of changes in its results. */
export function changing<H extends object>(handler: H, ...of: Changes[]): H {
  return Object.assign(handler, { "mcp:changes": of });
}

/** The sources of changes in the results of `handler`. */
export function changesOf(handler: Handler | undefined): readonly Changes[] {
  return (handler as Changing | undefined)?.["mcp:changes"] ?? [];
}

/** `handlers` with more members, which spreading leaves out. */
export function withControls<H extends object, C extends object>(
  handlers: H,
  controls: C,
): H & C {
  for (const [name, value] of Object.entries(controls)) {
    Object.defineProperty(handlers, name, { value });
  }
  return handlers as H & C;
}
