import type { MessageId } from "../../runtime/validation/messages.js";
import type { Side } from "../emit/context.js";

/** Request that has not received its response yet. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/**
 * Maximum number of requests that wait for a response. When the limit is
 * reached, all waiting requests are dropped.
 */
const MAX_PENDING = 100_000;

/** Requests without a response, by session, sender and id. */
export class PendingRequests {
  readonly #limit: number;
  readonly #requests = new Map<string, Pending>();
  /**
   * Number of restarts of each session. The number is part of a request's key,
   * so that requests from before a restart are not found.
   */
  readonly #begun = new Map<string, number>();
  #lost = 0;
  /**
   * Whether requests were dropped because too many were waiting for a response.
   */
  gaveUp = false;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  /**
   * Number of requests that received no response and were not replaced by a
   * request with the same id.
   */
  get unanswered(): number {
    return this.#lost + this.#requests.size;
  }

  /**
   * Adds a request. If another request has the same id, it is replaced and
   * returned.
   */
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

  /**
   * Returns the request with the given sender and id. Requests whose sender is
   * unknown are also searched.
   */
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
   * Starts a new connection in a session. Requests from before will not receive
   * a response.
   */
  reset(session: string): void {
    this.#begun.set(session, (this.#begun.get(session) ?? 0) + 1);
  }

  #key(session: string, sender: Side | null, id: MessageId): string {
    return JSON.stringify([session, this.#begun.get(session), sender, id]);
  }
}
