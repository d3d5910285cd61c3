import type { MessageId } from "../../runtime/validation/messages.js";
import type { Side } from "../emit/context.js";

/** Request that waits for its response. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/**
 * Maximum number of requests that wait for a response. Beyond it, all of them
 * are dropped.
 */
const MAX_PENDING = 100_000;

/** Requests in flight, by connection, sender and id. */
export class PendingRequests {
  readonly #limit: number;
  readonly #requests = new Map<string, Pending>();
  /**
   * Number of restarts of each connection. Requests before a restart have other
   * keys.
   */
  readonly #begun = new Map<string, number>();
  #lost = 0;
  /** True after requests were dropped because there were too many. */
  gaveUp = false;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  /** Number of requests that were neither answered nor replaced. */
  get unanswered(): number {
    return this.#lost + this.#requests.size;
  }

  /** Adds a request. An earlier request with the same id counts as answered. */
  add(
    session: string,
    sender: Side | null,
    id: MessageId,
    request: Pending,
  ): Pending | undefined {
    if (Math.max(this.#requests.size, this.#begun.size) >= this.#limit) {
      this.#lost = this.unanswered;
      this.#requests.clear();
      this.#begun.clear();
      this.gaveUp = true;
    }
    const key = this.#key(session, sender, id);
    const earlier = this.#requests.get(key);
    this.#requests.set(key, request);
    return earlier;
  }

  /** Returns the request of this sender, or of any sender if it is unknown. */
  find(
    session: string,
    sender: Side,
    id: MessageId,
  ): { readonly request: Pending; readonly remove: () => void } | undefined {
    for (const side of [sender, null]) {
      const key = this.#key(session, side, id);
      const request = this.#requests.get(key);
      if (request) return { request, remove: () => this.#requests.delete(key) };
    }
    return undefined;
  }

  /**
   * Starts a new connection: requests of the old one get no response any more.
   */
  reset(session: string): void {
    this.#begun.set(session, (this.#begun.get(session) ?? 0) + 1);
  }

  #key(session: string, sender: Side | null, id: MessageId): string {
    return JSON.stringify([session, this.#begun.get(session), sender, id]);
  }
}
