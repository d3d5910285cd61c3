import { delay } from "../limits/timer.js";
import { isObject } from "../validation/guards.js";
import { memoryEventStore } from "../http/server/event-store.js";
import { APPEND_STEP, READ_STEP } from "./store/scripts.js";
import type { EventStore, StoredEvent } from "../http/server/event-store.js";
import type { RequestId } from "../json-rpc/messages/messages.js";
import type { StoreMember } from "./cluster-node.js";

/** Events that go to the store at a time. */
const MAX_KEPT_AT_ONCE = 100;

/** Events of a stream that wait for a store that fails, at most. */
const MAX_QUEUE = 1_000;

/** A stream that this process writes. */
interface OwnStream {
  /** The requests that it answers, as JSON; for what belongs to none `[]`. */
  readonly requests: string;
  readonly queue: StoredEvent[];
  ended: boolean;
  /** Number of the first event that is still kept, where that is news. */
  kept: number | undefined;
  flushing: boolean;
  /** Whether the store did not take what it was sent last. */
  late: boolean;
}

/** A stream that another process began. */
export interface AdoptedStream {
  /** Number of its last event. */
  readonly count: number;
  /** Whether this process writes it from now on. */
  readonly own: boolean;
}

/** Keys of a session, and of one of its streams. */
function keysOf(
  { store }: StoreMember,
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
 * Keeps events where all processes find them, with the bounds that one in memory
 * has for what this process sends. They go there after they were sent, several at a
 * time: a client that comes back is given what it missed by any process.
 */
export class SharedEvents implements EventStore {
  /** Streams that are about to be opened here, and were begun elsewhere. */
  readonly adopted: Map<string, AdoptedStream> = new Map<
    string,
    AdoptedStream
  >();
  /** Somebody else writes the stream: what of it was not kept has to be sent there. */
  onMoved: (
    session: string,
    stream: string,
    events: readonly StoredEvent[],
  ) => void = () => {};
  /** Whether that session goes on elsewhere. */
  stays: (session: string) => boolean = () => false;
  /** How long events are kept, in milliseconds. */
  life = 0;
  /** The process ends: what is not answered by then is not answered here. */
  closing = false;
  readonly #member: StoreMember;
  readonly #own = new Map<string, OwnStream>();
  readonly #memory: EventStore;
  /** Streams that nobody comes back to, by session. */
  readonly #dropped = new Map<string, string[]>();
  readonly #flushes = new Set<Promise<void>>();

  constructor(member: StoreMember) {
    this.#member = member;
    this.#memory = memoryEventStore({
      onLost: (name, number) => {
        const own = this.#own.get(name);
        if (own) own.kept = number + 1;
      },
    });
    member.onBeat.add(() => {
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
    const [, , events] = keysOf(this.#member, session, stream);
    for (let last = number; ;) {
      const found = await this.#member.store.run(
        READ_STEP,
        [events],
        [last + 1],
      );
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
    // It goes with the next events: of a session that has none more it expires.
    const dropped = this.#dropped.get(session) ?? [];
    this.#dropped.set(session, dropped);
    dropped.push(stream);
  }

  /** The session is not here any more. */
  forget(session: string): void {
    this.#dropped.delete(session);
  }

  /** Another process writes that stream from now on. */
  release(name: string): void {
    void this.#memory.drop(name);
    this.#own.delete(name);
  }

  /** Resolves when all that was sent is kept. */
  async flushed(): Promise<void> {
    while (this.#flushes.size > 0) await Promise.all(this.#flushes);
  }

  #flushLater(name: string): void {
    const own = this.#own.get(name);
    if (own === undefined || own.flushing) return;
    own.flushing = true;
    // What is sent in one go is kept in one go.
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
    const { store, name: me, seen } = this.#member;
    const [session, stream] = partsOf(name);
    const keys = keysOf(this.#member, session, stream);
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
        // It is tried again; what is too much by then is lost.
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

/** The session of a stream, and its name there. */
function partsOf(name: string): [session: string, stream: string] {
  const at = name.lastIndexOf("/");
  return [name.slice(0, at), name.slice(at + 1)];
}

/** Whether an event answers a request. */
function isAnswer(event: StoredEvent | undefined): boolean {
  const message: unknown = event && JSON.parse(event.data);
  return isObject(message) && !("method" in message);
}
