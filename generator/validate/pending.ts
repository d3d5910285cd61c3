import type { MessageId } from "../../runtime/validation/messages.js";
import type { Side } from "../emit/context.js";

/** A request that waits for its answer. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/** Requests whose answer is waited for, at most; of more, all are given up. */
export const MAX_PENDING = 100_000;

/** Requests in flight, by connection, sender and id. */
export class PendingRequests {
  readonly #limit: number;
  readonly #requests = new Map<string, Pending>();
  /** How often each connection began anew: what waited before has other keys. */
  readonly #begun = new Map<string, number>();
  #lost = 0;
  /** True once requests were given up because there were too many. */
  gaveUp = false;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  /** Requests that were added and neither answered nor replaced. */
  get unanswered(): number {
    return this.#lost + this.#requests.size;
  }

  /** Answers the request that had the id already, if one is in flight. */
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

  /** The request, of this sender or of one that is not known. */
  find(
    session: string,
    sender: Side,
    id: MessageId,
  ): { readonly request: Pending; readonly remove: () => void } | undefined {
    for (const one of [sender, null]) {
      const key = this.#key(session, one, id);
      const request = this.#requests.get(key);
      if (request) return { request, remove: () => this.#requests.delete(key) };
    }
    return undefined;
  }

  /** A new connection begins: nothing of the old one is answered any more. */
  reset(session: string): void {
    this.#begun.set(session, (this.#begun.get(session) ?? 0) + 1);
  }

  #key(session: string, sender: Side | null, id: MessageId): string {
    return JSON.stringify([session, this.#begun.get(session), sender, id]);
  }
}
