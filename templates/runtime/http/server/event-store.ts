/** One event of a stream; numbers count from 1 in each stream. */
export interface StoredEvent {
  readonly number: number;
  /** The message, as JSON. */
  readonly data: string;
}

/**
 * Keeps what was sent on streams, so that a client whose connection broke gets
 * the rest. The name of a stream is unique for ever and never leaves the
 * server. What rejects or throws is reported, and costs only the resumption. For
 * one stream nothing is appended, dropped or asked for before what was appended
 * until then is stored.
 */
export interface EventStore {
  append(stream: string, event: StoredEvent): void | Promise<void>;
  /**
   * The events after that number, in order; undefined when some of them are no
   * longer kept.
   */
  after(
    stream: string,
    number: number,
  ): Replayed | undefined | Promise<Replayed | undefined>;
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
}

/** Keeps events in memory; the oldest go when a bound is reached. */
export function memoryEventStore(options: EventStoreOptions = {}): EventStore {
  return new MemoryEventStore(options);
}

interface Stream {
  readonly events: StoredEvent[];
  /** Number of the last event that is no longer kept. */
  lost: number;
}

class MemoryEventStore implements EventStore {
  readonly #maxEvents: number;
  readonly #maxLength: number;
  /** In order of their last event, the oldest first. */
  readonly #streams = new Map<string, Stream>();
  #count = 0;
  #length = 0;

  constructor({ maxEvents, maxLength }: EventStoreOptions) {
    this.#maxEvents = maxEvents ?? 10_000;
    this.#maxLength = maxLength ?? 16 * 1024 * 1024;
  }

  append(name: string, event: StoredEvent): void {
    // Of a stream that is not here, all may have been forgotten.
    const lost = event.number - 1;
    const stream = this.#streams.get(name) ?? { events: [], lost };
    this.#streams.delete(name);
    this.#streams.set(name, stream);
    stream.events.push(event);
    this.#count += 1;
    this.#length += event.data.length;
    while (this.#count > this.#maxEvents || this.#length > this.#maxLength) {
      this.#shrink();
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
    this.#streams.delete(name);
    this.#count -= stream.events.length;
    for (const { data } of stream.events) this.#length -= data.length;
  }

  /** Forgets the older half of the stream that was quiet for longest. */
  #shrink(): void {
    for (const [name, stream] of this.#streams) {
      const half = Math.ceil(stream.events.length / 2);
      for (const event of stream.events.splice(0, half)) {
        this.#count -= 1;
        this.#length -= event.data.length;
        stream.lost = event.number;
      }
      if (stream.events.length === 0) this.#streams.delete(name);
      return;
    }
  }
}
