import { QuotaShares } from "../../../limits/quota-share.js";
import type { RequestId } from "../../../json-rpc/messages/messages.js";

/**
 * Event of a stream. The events of each stream are numbered from 1 without
 * gaps.
 */
export interface StoredEvent {
  readonly number: number;
  /** Message of the event, serialized as JSON. */
  readonly data: string;
}

/**
 * Store for the events of streams, so that a client can resume a stream after
 * its connection broke. Names of streams are unique and are never sent to
 * clients. The part of a name before the last slash is the same for all streams
 * of a session. `holder` is the principal or address that owns the stream. An
 * error of the store is reported, and prevents only the resumption of streams.
 * For each stream, the next call waits until the last `append` has settled.
 */
export interface EventStore {
  append(
    stream: string,
    event: StoredEvent,
    holder?: string,
  ): void | Promise<void>;
  /**
   * Returns the events after event `number`, in order. Returns undefined if
   * some of these events are no longer stored.
   */
  after(
    stream: string,
    number: number,
  ): Replayed | undefined | Promise<Replayed | undefined>;
  /**
   * Begins a stream for the responses to `requests`, or for messages without a
   * related request if `requests` is empty. Returns the number of the stream's
   * last event: 0, unless another process has already sent events on the
   * stream.
   */
  begin?(stream: string, requests: readonly RequestId[]): number;
  /** Marks a stream as ended: no more events follow. */
  end?(stream: string): void;
  /** Removes a stream that clients can no longer resume. */
  drop(stream: string): void | Promise<void>;
}

export type Replayed = Iterable<StoredEvent> | AsyncIterable<StoredEvent>;

/**
 * Options for {@link memoryEventStore}. The limits apply to all streams
 * together.
 */
export interface EventStoreOptions {
  /**
   * Maximum number of stored events.
   *
   * @default 10_000
   */
  readonly maxEvents?: number | undefined;
  /**
   * Maximum total length of the stored messages, in characters.
   *
   * @default 16_777_216
   */
  readonly maxLength?: number | undefined;
}

/**
 * Returns a store in memory. At a limit, the store selects the client with the
 * largest share of the store, and evicts old events of the client's largest
 * session.
 */
export function memoryEventStore(options: EventStoreOptions = {}): EventStore {
  return new MemoryEventStore(options);
}

interface Stream {
  readonly holder: string;
  readonly session: string;
  readonly events: StoredEvent[];
  /** Number of the last evicted event. */
  lost: number;
}

class MemoryEventStore implements EventStore {
  readonly #maxEvents: number;
  readonly #maxLength: number;
  readonly #streams = new Map<string, Stream>();
  /**
   * Names of the streams of each session. The stream whose last event is the
   * oldest comes first.
   */
  readonly #names = new Map<string, Set<string>>();
  readonly #counts = new QuotaShares();
  readonly #lengths = new QuotaShares();

  constructor({ maxEvents, maxLength }: EventStoreOptions) {
    this.#maxEvents = maxEvents ?? 10_000;
    this.#maxLength = maxLength ?? 16 * 1024 * 1024;
  }

  append(name: string, event: StoredEvent, holder = ""): void {
    // If the stream is unknown, its earlier events may have been evicted, so
    // they count as lost.
    const lost = event.number - 1;
    const session = `${holder} ${name.slice(0, name.lastIndexOf("/"))}`;
    const known = this.#streams.get(name);
    const stream = known ?? { holder, session, events: [], lost };
    const names = this.#names.get(stream.session) ?? new Set();
    this.#names.set(stream.session, names);
    names.delete(name);
    names.add(name);
    this.#streams.set(name, stream);
    stream.events.push(event);
    this.#count(stream, event, 1);
    for (;;) {
      if (this.#counts.total > this.#maxEvents) this.#shrink(this.#counts);
      else if (this.#lengths.total > this.#maxLength)
        this.#shrink(this.#lengths);
      else return;
    }
  }

  after(name: string, number: number): Replayed | undefined {
    const stream = this.#streams.get(name);
    if (stream === undefined || number < stream.lost) return undefined;
    return stream.events.filter((event) => event.number > number);
  }

  drop(name: string): void {
    const stream = this.#streams.get(name);
    if (stream === undefined) return;
    for (const event of stream.events) this.#count(stream, event, -1);
    this.#forget(name, stream);
  }

  /**
   * Evicts the older half of the events of one stream. Selects the client with
   * the largest share, then the largest session of this client, and then the
   * least recently used stream of this session.
   */
  #shrink(shares: QuotaShares): void {
    const session = shares.getLargestMember(shares.largestHolder ?? "");
    const [name] = this.#names.get(session ?? "") ?? [];
    const stream = name === undefined ? undefined : this.#streams.get(name);
    if (name === undefined || stream === undefined) return;
    const half = Math.ceil(stream.events.length / 2);
    for (const event of stream.events.splice(0, half)) {
      this.#count(stream, event, -1);
      stream.lost = event.number;
    }
    if (stream.events.length === 0) this.#forget(name, stream);
  }

  #count({ holder, session }: Stream, event: StoredEvent, times: 1 | -1): void {
    this.#counts.add(holder, times, session);
    this.#lengths.add(holder, times * event.data.length, session);
  }

  #forget(name: string, { session }: Stream): void {
    this.#streams.delete(name);
    const names = this.#names.get(session);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(session);
  }
}
