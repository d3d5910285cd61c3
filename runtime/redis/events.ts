import { delay } from "../limits/timer.js";
import { isObject } from "../validation/guards.js";
import { memoryEventStore } from "../http/server/event-store.js";
import { APPEND_STEP, READ_STEP } from "./store/scripts.js";
import type { EventStore, StoredEvent } from "../http/server/event-store.js";
import type { RequestId } from "../json-rpc/messages/messages.js";
import type { ClusterNode } from "./cluster-node.js";

/** Maximum number of events that are written to the store at once. */
const MAX_KEPT_AT_ONCE = 100;

/**
 * Maximum number of events of one stream that wait in memory while the store
 * fails.
 */
const MAX_QUEUE = 1_000;

/** Event stream that this process writes. */
interface OwnStream {
  /**
   * JSON array of the ids of the requests that the stream answers. It is `[]`
   * for the stream that a client opened with GET.
   */
  readonly requests: string;
  readonly queue: StoredEvent[];
  ended: boolean;
  /**
   * Number of the first event to keep in the store. Undefined if the store
   * already has this number.
   */
  kept: number | undefined;
  flushing: boolean;
  /** Whether the last write of events to the store failed. */
  late: boolean;
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
 * Returns the store keys of a session, of the list of its streams, and of the
 * events of one stream.
 */
function keysOf(
  { store }: ClusterNode,
  session: string,
  stream: string,
): [session: string, streams: string, events: string] {
  return [
    store.key(session),
    store.key(session, "s"),
    store.key(session, stream),
  ];
}

/**
 * Stores events for all processes of the cluster, so that a client can resume a
 * stream in any process. The number of events per stream is limited as in the
 * event store in memory. Events are sent first and then written to the store in
 * batches.
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
  life = 0;
  /**
   * Whether this process is closing. Unanswered requests are then left to other
   * processes.
   */
  closing = false;
  readonly #node: ClusterNode;
  readonly #own = new Map<string, OwnStream>();
  readonly #memory: EventStore;
  /** Ids of the streams that no client will resume, by session. */
  readonly #dropped = new Map<string, string[]>();
  readonly #flushes = new Set<Promise<void>>();

  constructor(node: ClusterNode) {
    this.#node = node;
    this.#memory = memoryEventStore({
      onLost: (name, number) => {
        const own = this.#own.get(name);
        if (own) own.kept = number + 1;
      },
    });
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
      ended: false,
      kept: undefined,
      flushing: false,
      late: false,
    });
    if (!adopted) this.#flushLater(name);
    return adopted?.count ?? 0;
  }

  append(name: string, event: StoredEvent, holder?: string): void {
    const own = this.#own.get(name);
    if (own === undefined) return;
    void this.#memory.append(name, event, holder);
    own.queue.push(event);
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
    const [, , events] = keysOf(this.#node, session, stream);
    for (let last = number; ;) {
      const found = await this.#node.store.run(READ_STEP, [events], [last + 1]);
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
    this.adopted.delete(name);
    void this.#memory.drop(name);
    this.#own.delete(name);
    const [session, stream] = partsOf(name);
    if (own === undefined || this.stays(session)) return;
    // The ids of dropped streams are sent to the store together with the
    // session's next events. If the session has no further events, the streams
    // expire in the store.
    const dropped = this.#dropped.get(session) ?? [];
    this.#dropped.set(session, dropped);
    dropped.push(stream);
  }

  /** Removes the data of a session that is no longer in this process. */
  forget(session: string): void {
    this.#dropped.delete(session);
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
    const flush = delay(0)
      .then(() => this.#send(name, own))
      .finally(() => {
        own.flushing = false;
        this.#flushes.delete(flush);
      });
    this.#flushes.add(flush);
  }

  async #flush(name: string): Promise<void> {
    while (this.#own.get(name)?.flushing) await Promise.all(this.#flushes);
  }

  async #send(name: string, own: OwnStream): Promise<void> {
    const { store, name: me, seen } = this.#node;
    const [session, stream] = partsOf(name);
    const keys = keysOf(this.#node, session, stream);
    const listens = own.requests === "[]";
    for (;;) {
      const batch = own.queue.splice(0, MAX_KEPT_AT_ONCE);
      const end = own.ended && own.queue.length === 0;
      const kept = own.kept ?? "";
      own.kept = undefined;
      const dropped = this.#dropped.get(session);
      this.#dropped.delete(session);
      const args = [
        stream,
        me,
        this.life,
        store.channels,
        own.requests,
        end ? "1" : "",
        listens && batch.length > 0 ? seen : "",
        kept,
        session,
        dropped ? JSON.stringify(dropped) : "",
        ...batch.flatMap(({ number, data }) => [number, data]),
      ];
      let outcome: unknown;
      try {
        outcome = await store.run(APPEND_STEP, keys, args);
      } catch {
        // A failed write of events is repeated at the next heartbeat. If the
        // queue exceeds its limit, its oldest events are lost.
        own.queue.unshift(...batch);
        own.queue.splice(0, own.queue.length - MAX_QUEUE);
        own.late = true;
        return;
      }
      own.late = false;
      if (outcome !== "ok") {
        this.release(name);
        if (outcome === "moved") this.onMoved(session, stream, batch);
        return;
      }
      if (own.queue.length === 0 && own.ended === end) return;
    }
  }
}

/** Splits the name of a stream into session id and stream id. */
function partsOf(name: string): [session: string, stream: string] {
  const at = name.lastIndexOf("/");
  return [name.slice(0, at), name.slice(at + 1)];
}

/** Returns true if an event contains the answer to a request. */
function isAnswer(event: StoredEvent | undefined): boolean {
  const message: unknown = event && JSON.parse(event.data);
  return isObject(message) && !("method" in message);
}
