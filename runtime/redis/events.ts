import { asError } from "../json-rpc/messages/errors.js";
import { delay } from "../limits/timer.js";
import { isObject } from "../validation/guards.js";
import { memoryEventStore } from "../http/server/sessions/event-store.js";
import { getSessionKeys } from "./store/session-keys.js";
import { StoreError } from "./store/store.js";
import {
  APPEND_STEP,
  DROP_STREAMS_STEP,
  MAX_QUEUE,
  READ_STEP,
} from "./store/stream-scripts.js";
import { toCount, toSessionId, toStreamId, toText } from "./store/values.js";
import type {
  EventStore,
  StoredEvent,
} from "../http/server/sessions/event-store.js";
import type { RequestId } from "../json-rpc/messages/messages.js";
import type { ClusterNode } from "./cluster-node.js";
import type { Count, SessionId, StreamId } from "./store/values.js";

/** Maximum number of events that are written to the store at once. */
const MAX_KEPT_AT_ONCE = 100;

/** Event stream that this process writes. */
interface OwnStream {
  /**
   * JSON array of the ids of the requests that the stream answers. It is `[]`
   * for the stream that a client opened with GET.
   */
  readonly requests: string;
  readonly queue: StoredEvent[];
  /** Number of the last event. */
  count: number;
  ended: boolean;
  flushing: boolean;
  /** Whether the last write of events to the store failed. */
  late?: boolean;
}

/**
 * Event stream that another process started and that this process takes over.
 */
export interface AdoptedStream {
  /** Number of the last event of the stream. */
  readonly count: number;
  /**
   * Whether this process writes the rest of the stream. If false, another
   * process still writes it.
   */
  readonly own: boolean;
}

/**
 * Stores events for all processes of the cluster, so that a client can resume a
 * stream in any process. The store limits the bytes of the events. Events are
 * first sent to the client, and then written to the store in batches.
 */
export class SharedEvents implements EventStore {
  /**
   * Streams that other processes started and that this process is about to
   * open.
   */
  readonly adopted: Map<string, AdoptedStream> = new Map<
    string,
    AdoptedStream
  >();
  /**
   * Callback invoked when another process has taken over a stream of this
   * process. The argument `events` contains the events that could not be
   * stored.
   */
  onMoved: (
    session: string,
    stream: string,
    events: readonly StoredEvent[],
  ) => void = () => {};
  /** Returns true if the session continues in another process. */
  stays: (session: string) => boolean = () => false;
  /**
   * Time in milliseconds for which the store keeps events after the last write.
   */
  life: Count = toCount(0);
  /**
   * Whether this process is closing. Streams with unanswered requests are then
   * not marked as ended, so that other processes can continue them.
   */
  closing = false;
  readonly #node: ClusterNode;
  readonly #own = new Map<string, OwnStream>();
  readonly #memory: EventStore;
  /** Ids of the streams that no client will resume, by session. */
  readonly #dropped = new Map<SessionId, StreamId[]>();
  readonly #flushes = new Set<Promise<void>>();

  constructor(node: ClusterNode) {
    this.#node = node;
    this.#memory = memoryEventStore();
    node.onBeat.add(() => {
      for (const [name, { late }] of this.#own)
        if (late) this.#flushLater(name);
    });
  }

  begin(name: string, requests: readonly RequestId[]): number {
    const adopted = this.adopted.get(name);
    this.adopted.delete(name);
    if (adopted?.own === false) return adopted.count;
    this.#own.set(name, {
      requests: JSON.stringify(requests),
      queue: [],
      count: adopted?.count ?? 0,
      ended: false,
      flushing: false,
    });
    if (!adopted) this.#flushLater(name);
    return adopted?.count ?? 0;
  }

  append(name: string, event: StoredEvent, holder?: string): void {
    const own = this.#own.get(name);
    if (own === undefined) return;
    void this.#memory.append(name, event, holder);
    own.queue.push(event);
    own.count = event.number;
    this.#flushLater(name);
  }

  end(name: string): void {
    const own = this.#own.get(name);
    if (own === undefined || (this.closing && !isAnswer(own.queue.at(-1)))) {
      return;
    }
    own.ended = true;
    this.#flushLater(name);
  }

  async *after(name: string, number: number): AsyncGenerator<StoredEvent> {
    const here = await this.#memory.after(name, number);
    if (here !== undefined) {
      for await (const event of here) yield event;
      return;
    }
    await this.#flush(name);
    const [session, stream] = partsOf(name);
    const { store } = this.#node;
    const events = store.sessionKey(session, stream);
    for (let last = number; ;) {
      const first = toCount(last + 1);
      const found = await store.run(READ_STEP, [events], [first]);
      const entries = found as [id: string, fields: string[]][];
      if (entries.length === 0) return;
      for (const [id, [, data = ""]] of entries) {
        last = Number(id.split("-")[1]);
        yield { number: last, data };
      }
    }
  }

  drop(name: string): void {
    const own = this.#own.get(name);
    void this.#memory.drop(name);
    this.#own.delete(name);
    const [session, stream] = partsOf(name);
    if (own === undefined || this.stays(session)) return;
    const dropped = this.#dropped.get(session);
    if (dropped) return void dropped.push(stream);
    this.#dropped.set(session, [stream]);
    // One write deletes all streams that are dropped in the current tick.
    this.#track(delay(0).then(() => this.#sendDropped(session)));
  }

  /**
   * Returns the number of the last event of a stream that this process writes.
   * Returns undefined if this process does not write the stream.
   */
  countOf(name: string): number | undefined {
    return this.#own.get(name)?.count;
  }

  /** Stops writing a stream that another process continues. */
  release(name: string): void {
    void this.#memory.drop(name);
    this.#own.delete(name);
  }

  /** Waits until all events are written to the store. */
  async flushed(): Promise<void> {
    while (this.#flushes.size > 0) await Promise.all(this.#flushes);
  }

  #flushLater(name: string): void {
    const own = this.#own.get(name);
    if (own === undefined || own.flushing) return;
    own.flushing = true;
    // One write contains all events of the current tick.
    this.#track(delay(0).then(() => this.#send(name, own)));
  }

  /**
   * Registers a pending write, so that `flushed` can wait for its end. Reports
   * the error if the write fails.
   */
  #track(write: Promise<unknown>): void {
    const flush = write
      .catch((error: unknown) => this.#node.store.report(asError(error)))
      .then(() => void this.#flushes.delete(flush));
    this.#flushes.add(flush);
  }

  /** Deletes dropped streams of a session in the store. */
  async #sendDropped(session: SessionId): Promise<void> {
    const { store, name } = this.#node;
    const streams = this.#dropped.get(session) ?? [];
    this.#dropped.delete(session);
    const { record, streams: list, ledger } = getSessionKeys(store, session);
    const keys = [record, list, ledger];
    // Ignore a failure of the store: streams that are not deleted expire later.
    await store
      .run(DROP_STREAMS_STEP, keys, [toText(name), ...streams])
      .catch(() => {});
  }

  async #flush(name: string): Promise<void> {
    while (this.#own.get(name)?.flushing) await Promise.all(this.#flushes);
  }

  async #send(name: string, own: OwnStream): Promise<void> {
    const { store, name: me, seen } = this.#node;
    const [session, stream] = partsOf(name);
    const { record, streams, ledger } = getSessionKeys(store, session);
    const keys = [record, streams, store.sessionKey(session, stream), ledger];
    const listens = own.requests === "[]";
    try {
      for (;;) {
        const batch = own.queue.splice(0, MAX_KEPT_AT_ONCE);
        const end = own.ended && own.queue.length === 0;
        const args = [
          stream,
          toText(me),
          this.life,
          store.channels,
          toText(own.requests),
          toText(end ? "1" : ""),
          listens && batch.length > 0 ? toCount(seen) : toText(""),
          session,
          store.maxBytes,
          ...batch.flatMap(({ number, data }) => [
            toCount(number),
            toText(data),
          ]),
        ];
        let outcome: unknown;
        try {
          outcome = await store.run(APPEND_STEP, keys, args);
        } catch (error) {
          if (error instanceof StoreError && error.refused) {
            // A write that the store has refused is not repeated. The loop
            // continues with the next events, or with the end of the stream.
            if (batch.length > 0) continue;
            this.release(name);
            return;
          }
          // A failed write that the store has not refused is repeated at the next
          // heartbeat. If the queue exceeds its limit, its oldest events are
          // lost.
          own.queue.unshift(...batch);
          own.queue.splice(0, own.queue.length - MAX_QUEUE);
          own.late = true;
          return;
        }
        own.late = false;
        if (outcome !== "ok") {
          this.release(name);
          const lost = [...batch, ...own.queue.splice(0)];
          if (outcome === "moved") this.onMoved(session, stream, lost);
          return;
        }
        if (own.queue.length === 0 && own.ended === end) return;
      }
    } finally {
      // Reset the flag in the same microtask in which the queue is empty. An
      // event that is added later starts a new write.
      own.flushing = false;
    }
  }
}

/** Splits the name of a stream into session id and stream id. */
function partsOf(name: string): [session: SessionId, stream: StreamId] {
  const at = name.lastIndexOf("/");
  return [toSessionId(name.slice(0, at)), toStreamId(name.slice(at + 1))];
}

/** Returns true if an event contains the answer to a request. */
function isAnswer(event: StoredEvent | undefined): boolean {
  const message: unknown = event && JSON.parse(event.data);
  return isObject(message) && !("method" in message);
}
