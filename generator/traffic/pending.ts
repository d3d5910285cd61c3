import type { MessageId } from "../../templates/runtime/validation/messages.js";
import type { Side } from "./way.js";

/** A request that waits for its answer. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/** Requests whose answer is waited for, at most; the oldest go first. */
export const MAX_PENDING = 100_000;

/** Requests in flight, by connection, sender and id; oldest first. */
export class PendingRequests {
  readonly #waiting = new Map<string, Pending>();
  /** How often each session's connection was opened anew. */
  readonly #openings = new Map<string, number>();
  readonly #limit: number;
  /** Requests that were given up because there were too many. */
  forgotten = 0;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  /** Requests without an answer, those of ended connections among them. */
  get unanswered(): number {
    return this.#waiting.size + this.forgotten;
  }

  /** Answers the request that had the id already, if one is in flight. */
  add(
    session: string,
    sender: Side | undefined,
    id: MessageId,
    request: Pending,
  ): Pending | undefined {
    const key = this.#key(session, sender, id);
    const earlier = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.#waiting.set(key, request);
    if (this.#waiting.size > this.#limit) this.#forget();
    return earlier;
  }

  /** The request, of this sender or of one that is not known. */
  find(
    session: string,
    sender: Side,
    id: MessageId,
  ): { readonly request: Pending; readonly remove: () => void } | undefined {
    for (const who of [sender, undefined]) {
      const key = this.#key(session, who, id);
      const request = this.#waiting.get(key);
      if (request) return { request, remove: () => this.#waiting.delete(key) };
    }
    return undefined;
  }

  /** A new connection begins: nothing of the old one is answered any more. */
  reset(session: string): void {
    const before = this.#openings.get(session) ?? 0;
    if (this.#openings.size >= this.#limit) {
      this.forgotten += this.#waiting.size;
      this.#waiting.clear();
      this.#openings.clear();
    }
    this.#openings.set(session, before + 1);
  }

  /** Many at once: a Map looks for its first entry among the deleted ones. */
  #forget(): void {
    let left = Math.ceil(this.#limit / 10);
    for (const key of this.#waiting.keys()) {
      if (left-- === 0) break;
      this.#waiting.delete(key);
      this.forgotten++;
    }
  }

  #key(session: string, sender: Side | undefined, id: MessageId): string {
    const opening = this.#openings.get(session) ?? 0;
    return JSON.stringify([session, opening, sender ?? "", id]);
  }
}
