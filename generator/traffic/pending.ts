import type { MessageId } from "../../templates/runtime/validation/messages.js";
import type { Side } from "./way.js";

/** A request that waits for its answer. */
export interface Pending {
  readonly method: string;
  readonly line: number;
}

/** Requests whose answer is waited for, at most; the oldest go first. */
export const MAX_PENDING = 100_000;

/** A request among those of its session. */
interface Waiting {
  readonly request: Pending;
  readonly session: string;
  readonly key: string;
}

/** Requests in flight, by connection, sender and id. */
export class PendingRequests {
  readonly #sessions = new Map<string, Map<string, Waiting>>();
  /**
   * All of them, oldest first, and some that wait no more. A Map would do, but
   * looks for its first entry among those that were deleted.
   */
  #order: Waiting[] = [];
  /** Where in that order the oldest may be. */
  #first = 0;
  #size = 0;
  readonly #limit: number;
  /** Requests that were given up because there were too many. */
  forgotten = 0;

  constructor(limit = MAX_PENDING) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** Answers the request that had the id already, if one is in flight. */
  add(
    session: string,
    sender: Side | undefined,
    id: MessageId,
    request: Pending,
  ): Pending | undefined {
    const key = keyOf(sender, id);
    const earlier = this.#sessions.get(session)?.get(key);
    if (earlier) this.#remove(earlier);
    const waiting = { request, session, key };
    const requests = this.#sessions.get(session) ?? new Map<string, Waiting>();
    this.#sessions.set(session, requests.set(key, waiting));
    this.#order.push(waiting);
    this.#size++;
    if (this.#size > this.#limit) this.#forget();
    if (this.#order.length > 2 * this.#size + SLACK) this.#tidy();
    return earlier?.request;
  }

  /** The request, of this sender or of one that is not known. */
  find(
    session: string,
    sender: Side,
    id: MessageId,
  ): { readonly request: Pending; readonly remove: () => void } | undefined {
    const requests = this.#sessions.get(session);
    const found =
      requests?.get(keyOf(sender, id)) ?? requests?.get(keyOf(undefined, id));
    return (
      found && { request: found.request, remove: () => this.#remove(found) }
    );
  }

  /** A new connection begins: nothing of the old one is answered any more. */
  reset(session: string): number {
    const dropped = this.#sessions.get(session)?.size ?? 0;
    this.#sessions.delete(session);
    this.#size -= dropped;
    return dropped;
  }

  #waits(one: Waiting): boolean {
    return this.#sessions.get(one.session)?.get(one.key) === one;
  }

  #remove(one: Waiting): void {
    if (!this.#waits(one)) return;
    const requests = this.#sessions.get(one.session);
    requests?.delete(one.key);
    if (requests?.size === 0) this.#sessions.delete(one.session);
    this.#size--;
  }

  #forget(): void {
    let oldest = this.#order[this.#first++];
    while (oldest && !this.#waits(oldest)) oldest = this.#order[this.#first++];
    if (!oldest) return;
    this.#remove(oldest);
    this.forgotten++;
  }

  /** Lets go of those that wait no more. */
  #tidy(): void {
    this.#order = this.#order.filter((one) => this.#waits(one));
    this.#first = 0;
  }
}

/** How long the order may be beside twice what waits. */
const SLACK = 64;

function keyOf(sender: Side | undefined, id: MessageId): string {
  return `${sender ?? "?"} ${typeof id === "number" ? "#" : '"'}${id}`;
}
