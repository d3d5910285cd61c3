import type { MessageId } from "../../templates/runtime/validation/messages.js";
import type { Side } from "./way.js";

/** A request that waits for its answer. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/** Requests whose answer is waited for, at most; the oldest go first. */
export const MAX_PENDING = 100_000;

/** Requests in flight, by connection, sender and id. */
export class PendingRequests {
  readonly #requests = new Map<string, Pending>();
  readonly #limit: number;
  /** Requests that were given up because there were too many. */
  forgotten = 0;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#requests.size;
  }

  /** Answers the request that had the id already, if one is in flight. */
  add(
    session: string,
    sender: Side | undefined,
    id: MessageId,
    request: Pending,
  ): Pending | undefined {
    const key = keyOf(session, sender, id);
    const earlier = this.#requests.get(key);
    this.#requests.delete(key);
    this.#requests.set(key, request);
    if (this.#requests.size > this.#limit) {
      const [oldest = key] = this.#requests.keys();
      this.#requests.delete(oldest);
      this.forgotten++;
    }
    return earlier;
  }

  /** The request, of this sender or of one that is not known. */
  find(
    session: string,
    sender: Side,
    id: MessageId,
  ): { readonly request: Pending; readonly remove: () => void } | undefined {
    for (const key of [
      keyOf(session, sender, id),
      keyOf(session, undefined, id),
    ]) {
      const request = this.#requests.get(key);
      if (request) return { request, remove: () => this.#requests.delete(key) };
    }
    return undefined;
  }

  /** A new connection begins: nothing of the old one is answered any more. */
  reset(session: string): number {
    let dropped = 0;
    for (const key of this.#requests.keys())
      if (key.startsWith(`${session}\n`)) {
        this.#requests.delete(key);
        dropped++;
      }
    return dropped;
  }
}

function keyOf(
  session: string,
  sender: Side | undefined,
  id: MessageId,
): string {
  return `${session}\n${sender ?? "?"} ${typeof id === "number" ? "#" : '"'}${id}`;
}
