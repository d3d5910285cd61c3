import { Shares } from "../../limits/quota-share.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** One event of a stream; numbers count from 1 in each stream. */
export interface StoredEvent {
  readonly number: number;
  /** The message, as JSON. */
  readonly data: string;
}

/**
 * Keeps what was sent on streams, so that a client whose connection broke gets
 * the rest. The name of a stream is never used twice, and never leaves the server;
 * `holder` is whose stream it is, a principal or an address. A store that throws or
 * rejects is reported, and costs only the resumption. Of one stream nothing is
 * appended, dropped or asked for before the last append has settled.
 */
export interface EventStore {
  append(
    stream: string,
    event: StoredEvent,
    holder?: string,
  ): void | Promise<void>;
  /**
   * The events after that number, in order; undefined when some of them are no
   * longer kept.
   */
  after(
    stream: string,
    number: number,
  ): Replayed | undefined | Promise<Replayed | undefined>;
  /**
   * A stream begins, for the answers to those requests, or for what belongs to
   * none. The number of its last event, where another process began it.
   */
  begin?(stream: string, requests: readonly RequestId[]): number;
  /** Nothing will be appended any more. */
  end?(stream: string): void;
  /** The stream will not be resumed any more. */
  drop(stream: string): void | Promise<void>;
}

export type Replayed = Iterable<StoredEvent> | AsyncIterable<StoredEvent>;

/** Bounds of {@link memoryEventStore}, over all streams. */
export interface EventStoreOptions {
  /** Default: 10,000. */
  readonly maxEvents?: number | undefined;
  /** Length of all messages together, in characters. Default: 16 Mi. */
  readonly maxLength?: number | undefined;
  /** Is told when events of a stream are forgotten, and of which the last. */
  readonly onLost?: ((stream: string, number: number) => void) | undefined;
}

/**
 * Keeps events in memory. When a bound is reached, the oldest go of the client
 * that has most.
 */
export function memoryEventStore(options: EventStoreOptions = {}): EventStore {
  return new MemoryEventStore(options);
}

interface Stream {
  readonly holder: string;
  readonly events: StoredEvent[];
  /** Number of the last event that is no longer kept. */
  lost: number;
}

class MemoryEventStore implements EventStore {
  readonly #maxEvents: number;
  readonly #maxLength: number;
  readonly #onLost: EventStoreOptions["onLost"];
  readonly #streams = new Map<string, Stream>();
  /** Names of streams by holder, in order of their last event. */
  readonly #names = new Map<string, Set<string>>();
  readonly #counts = new Shares();
  readonly #lengths = new Shares();

  constructor({ maxEvents, maxLength, onLost }: EventStoreOptions) {
    this.#onLost = onLost;
    this.#maxEvents = maxEvents ?? 10_000;
    this.#maxLength = maxLength ?? 16 * 1024 * 1024;
  }

  append(name: string, event: StoredEvent, holder = ""): void {
    // Of a stream that is not here, all may have been forgotten.
    const lost = event.number - 1;
    const stream = this.#streams.get(name) ?? { holder, events: [], lost };
    const names = this.#names.get(stream.holder) ?? new Set();
    this.#names.set(stream.holder, names);
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
   * Of who has most, forgets the older half of the stream that was quiet for
   * longest.
   */
  #shrink(shares: Shares): void {
    const [name] = this.#names.get(shares.most ?? "") ?? [];
    const stream = name === undefined ? undefined : this.#streams.get(name);
    if (name === undefined || stream === undefined) return;
    const half = Math.ceil(stream.events.length / 2);
    for (const event of stream.events.splice(0, half)) {
      this.#count(stream, event, -1);
      stream.lost = event.number;
    }
    this.#onLost?.(name, stream.lost);
    if (stream.events.length === 0) this.#forget(name, stream);
  }

  #count({ holder }: Stream, { data }: StoredEvent, times: 1 | -1): void {
    this.#counts.add(holder, times);
    this.#lengths.add(holder, times * data.length);
  }

  #forget(name: string, { holder }: Stream): void {
    this.#streams.delete(name);
    const names = this.#names.get(holder);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(holder);
  }
}
