import type { MessageId } from "../../templates/runtime/validation/messages.js";
import type { Side } from "./way.js";

/** A request that waits for its answer. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/** Requests whose answer is waited for, at most; of more, all are given up. */
export const MAX_PENDING = 100_000;

/** Requests in flight, by connection, sender and id. */
export class PendingRequests {
  readonly #sessions = new Map<string, Map<string, Pending>>();
  readonly #limit: number;
  /** Requests that were added and neither answered nor replaced. */
  unanswered = 0;
  #waiting = 0;
  /** True once requests were given up because there were too many. */
  gaveUp = false;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  /** Answers the request that had the id already, if one is in flight. */
  add(
    session: string,
    sender: Side | undefined,
    id: MessageId,
    request: Pending,
  ): Pending | undefined {
    if (this.#waiting >= this.#limit || this.#sessions.size > this.#limit) {
      this.#sessions.clear();
      this.#waiting = 0;
      this.gaveUp = true;
    }
    const requests = this.#sessions.get(session) ?? new Map<string, Pending>();
    this.#sessions.set(session, requests);
    const key = keyOf(sender, id);
    const earlier = requests.get(key);
    requests.set(key, request);
    if (!earlier) {
      this.#waiting++;
      this.unanswered++;
    }
    return earlier;
  }

  /** The request, of this sender or of one that is not known. */
  find(
    session: string,
    sender: Side,
    id: MessageId,
  ): { readonly request: Pending; readonly remove: () => void } | undefined {
    const requests = this.#sessions.get(session);
    for (const key of [keyOf(sender, id), keyOf(undefined, id)]) {
      const request = requests?.get(key);
      if (!request) continue;
      const remove = (): void => {
        if (!requests?.delete(key)) return;
        this.#waiting--;
        this.unanswered--;
      };
      return { request, remove };
    }
    return undefined;
  }

  /** A new connection begins: nothing of the old one is answered any more. */
  reset(session: string): void {
    this.#waiting -= this.#sessions.get(session)?.size ?? 0;
    this.#sessions.delete(session);
  }
}

function keyOf(sender: Side | undefined, id: MessageId): string {
  return JSON.stringify([sender ?? "", id]);
}
