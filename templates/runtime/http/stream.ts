import { asError } from "../connection/errors.js";
import { messageEvent, primingEvent, retryEvent } from "./sse-write.js";
import type { EventStore, StoredEvent } from "./event-store.js";
import type { KeepAlive } from "./keep-alive.js";
import type { HttpStream } from "./types.js";

/** What the streams of one session share. */
export interface StreamSettings {
  /** Starts the name under which the store keeps the session's streams. */
  readonly prefix: string;
  readonly store: EventStore | undefined;
  /** Whether the client is given an id before the first message. */
  readonly polling: boolean;
  /** When the client shall come back, in milliseconds. */
  readonly retry: number;
  /** Characters that may wait for a reader before it is cut off. */
  readonly maxWaiting: number;
  /** Every stream with a reader. */
  readonly attached: KeepAlive;
  report(problem: Error): void;
}

/**
 * One stream of events to a client. It outlives its connections: with a store,
 * what is sent while there is none is had by coming back.
 */
export class EventStream {
  /** Unique in the session; the first part of the ids of its events. */
  readonly id: string;
  readonly #settings: StreamSettings;
  #reader: HttpStream | undefined;
  /** What is sent while the past is being replayed. */
  #held: StoredEvent[] | undefined;
  /** Number of the last event. */
  #count = 0;
  /** Whether everything was sent. */
  #ended = false;

  constructor(id: string, settings: StreamSettings) {
    this.id = id;
    this.#settings = settings;
  }

  /** Whether somebody reads it. */
  get attached(): boolean {
    return this.#reader !== undefined;
  }

  /** A connection that reads from the start. */
  attach(reader: HttpStream): void {
    const { store, polling, retry } = this.#settings;
    this.#read(reader);
    if (store !== undefined && polling) {
      reader.write(primingEvent(`${this.id}-0`, retry));
    }
  }

  send(data: string): void {
    const { store } = this.#settings;
    const event = { number: ++this.#count, data };
    if (store === undefined) {
      if (this.#reader) this.#write(this.#reader, messageEvent(data));
      return;
    }
    this.#guard(() => store.append(this.#name, event));
    if (this.#held) this.#held.push(event);
    else if (this.#reader) this.#deliver(this.#reader, event);
  }

  /** Nothing more will be sent. */
  end(): void {
    this.#ended = true;
    if (this.#held) return;
    const reader = this.#leave();
    reader?.end();
  }

  /** The connection is gone, or was told to be; the stream goes on. */
  detach(reader: HttpStream | undefined = this.#reader): void {
    if (reader === this.#reader) this.#leave();
  }

  /** Ends the connection and asks the client to come back, where that is known. */
  release(): void {
    const { store, polling, retry } = this.#settings;
    if (store === undefined || !polling || this.#held) return;
    const reader = this.#leave();
    reader?.write(retryEvent(retry));
    reader?.end();
  }

  /**
   * A connection that read up to `number` reads on. `opened` is called when
   * there is something to read from; resolves to false when there is not.
   */
  async resume(number: number, opened: () => HttpStream): Promise<boolean> {
    const { store } = this.#settings;
    if (store === undefined || number > this.#count) return false;
    this.#leave()?.destroy();
    const held: StoredEvent[] = [];
    this.#held = held;
    let reader: HttpStream | undefined;
    try {
      const events =
        number === this.#count ? [] : await store.after(this.#name, number);
      if (events === undefined || this.#held !== held) return false;
      reader = opened();
      this.#read(reader);
      let last = number;
      for await (const event of events) {
        if (event.number <= last) continue;
        last = event.number;
        this.#deliver(reader, event);
      }
      for (const event of held) {
        if (event.number > last) this.#deliver(reader, event);
      }
      return true;
    } catch (error) {
      this.#settings.report(asError(error));
      this.detach(reader);
      reader?.destroy();
      return reader !== undefined;
    } finally {
      if (this.#held === held) {
        this.#held = undefined;
        if (this.#ended) this.end();
      }
    }
  }

  /** Nobody will come back: frees what the store keeps. */
  forget(): void {
    const { store } = this.#settings;
    if (store) this.#guard(() => store.drop(this.#name));
    this.end();
  }

  get #name(): string {
    return `${this.#settings.prefix}/${this.id}`;
  }

  #read(reader: HttpStream): void {
    this.#reader = reader;
    this.#settings.attached.add(reader);
  }

  #leave(): HttpStream | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) this.#settings.attached.delete(reader);
    return reader;
  }

  #deliver(reader: HttpStream, { number, data }: StoredEvent): void {
    this.#write(reader, messageEvent(data, `${this.id}-${number}`));
  }

  #write(reader: HttpStream, text: string): void {
    if (reader !== this.#reader) return;
    reader.write(text);
    if (reader.waiting <= this.#settings.maxWaiting) return;
    this.#leave();
    reader.destroy();
  }

  #guard(work: () => void | Promise<void>): void {
    const { report } = this.#settings;
    try {
      const pending = work();
      if (pending) pending.catch((error: unknown) => report(asError(error)));
    } catch (error) {
      report(asError(error));
    }
  }
}
