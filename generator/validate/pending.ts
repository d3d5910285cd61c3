import type { MessageId } from "../../runtime/validation/messages.js";
import type { Side } from "../emit/context.js";

/** Request that has not received its response yet. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/**
 * Maximum number of requests without a response that are stored. When the limit
 * is reached, all stored requests are dropped.
 */
const MAX_PENDING = 100_000;

/** Requests without a response, by session, sender and id. */
export class PendingRequests {
  readonly #limit: number;
  readonly #requests = new Map<string, Pending>();
  /**
   * Number of restarts of each session. The number is part of a request's key,
   * so that a response after a restart does not match a request before the
   * restart.
   */
  readonly #begun = new Map<string, number>();
  #lost = 0;
  /**
   * Whether requests without a response were dropped because there were too
   * many.
   */
  gaveUp = false;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  /**
   * Number of requests without a response, including dropped requests. A
   * request that was replaced by a later request with the same id is not
   * counted.
   */
  get unanswered(): number {
    return this.#lost + this.#requests.size;
  }

  /**
   * Adds a request. If an earlier request has the same id, the earlier request
   * is replaced and returned.
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
   * Returns the request with the given sender and id. If there is none, also
   * searches requests whose sender is unknown.
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
   * Starts a new connection in a session. Earlier requests of the session
   * cannot receive a response any more.
   */
  reset(session: string): void {
    this.#begun.set(session, (this.#begun.get(session) ?? 0) + 1);
  }

  #key(session: string, sender: Side | null, id: MessageId): string {
    return JSON.stringify([session, this.#begun.get(session), sender, id]);
  }
}
