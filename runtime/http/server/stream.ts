import { asError } from "../../json-rpc/messages/errors.js";
import { isPromise } from "../../json-rpc/promises.js";
import { writeWithin } from "./slow-reader.js";
import { messageEvent, primingEvent, retryEvent } from "./sse-write.js";
import type { EventStore, StoredEvent } from "./event-store.js";
import type { KeepAlive } from "./keep-alive.js";
import type { HttpStream } from "../types.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** What the streams of one session share. */
export interface StreamSettings {
  /** Starts the name under which the store keeps the session's streams. */
  readonly prefix: string;
  /** Whose events they are. */
  readonly holder: string;
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
  /** The reader that is being sent past events. */
  #replay: object | undefined;
  /** What the store is doing for this stream, where it takes its time. */
  #storing: Promise<void> | undefined;
  /** Number of the last event. */
  #count: number;
  /** Whether everything was sent. */
  ended = false;

  /** `requests` are those that it answers. */
  constructor(
    id: string,
    settings: StreamSettings,
    requests: readonly RequestId[],
  ) {
    this.id = id;
    this.#settings = settings;
    this.#count = settings.store?.begin?.(this.#name, requests) ?? 0;
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
    const { store, holder } = this.#settings;
    const event = { number: ++this.#count, data };
    if (store === undefined) {
      if (this.#reader) this.#write(this.#reader, messageEvent(data));
      return;
    }
    this.#store(() => store.append(this.#name, event, holder));
    // The replay of past events will reach this one.
    if (this.#reader && !this.#replay) this.#deliver(this.#reader, event);
  }

  /** Nothing more will be sent. */
  end(): void {
    if (!this.ended) this.#settings.store?.end?.(this.#name);
    this.ended = true;
    if (this.#replay) return;
    const reader = this.#leave();
    reader?.end();
  }

  /** The connection is gone, or was told to be; the stream goes on. */
  detach(reader: HttpStream | undefined = this.#reader): void {
    if (reader === this.#reader) this.#leave();
  }

  /** Ends the connection; the stream goes on. */
  cut(): void {
    this.#leave()?.end();
  }

  /**
   * Ends the connection and asks the client to come back, where that is known.
   */
  release(): void {
    const { store, polling, retry } = this.#settings;
    if (store === undefined || !polling || this.#replay) return;
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
    const replay = {};
    this.#replay = replay;
    const past = this.#past(store, number);
    let reader: HttpStream | undefined;
    try {
      let next = number < this.#count ? await past.next() : undefined;
      if (this.#replay !== replay) return false;
      reader = opened();
      this.#read(reader);
      while (next?.value) {
        this.#deliver(reader, next.value);
        await reader.drained();
        if (reader !== this.#reader) return true;
        // No `await` after the last event: a new one could be sent before the
        // replay is known to be complete.
        const { number } = next.value;
        next = number < this.#count ? await past.next() : undefined;
      }
      return true;
    } catch (error) {
      if (!(error instanceof EventsLost)) this.#report(error);
      this.detach(reader);
      reader?.destroy();
      return reader !== undefined;
    } finally {
      // Has the store close what it reads from, which may fail.
      past.return(undefined).catch((error: unknown) => this.#report(error));
      if (this.#replay === replay) {
        this.#replay = undefined;
        if (this.ended) this.end();
      }
    }
  }

  /** Nobody will come back: frees what the store keeps. */
  forget(): void {
    const { store } = this.#settings;
    if (store) this.#store(() => store.drop(this.#name));
    this.#replay = undefined;
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
    const { maxWaiting } = this.#settings;
    if (!writeWithin(reader, text, maxWaiting)) this.#leave();
  }

  /** All that was sent after an event, as long as it is asked for. */
  async *#past(
    store: EventStore,
    number: number,
  ): AsyncGenerator<StoredEvent, undefined> {
    let last = number;
    for (;;) {
      await this.#storing;
      const before = last;
      for await (const event of (await store.after(this.#name, last)) ?? []) {
        if (event.number <= last) continue;
        if (event.number > last + 1) throw new EventsLost();
        last = event.number;
        yield event;
      }
      if (last === before) throw new EventsLost();
    }
  }

  #report(error: unknown): void {
    this.#settings.report(asError(error));
  }

  /** Has the store do something, after what it does already. */
  #store(work: () => void | Promise<void>): void {
    const failed = (error: unknown): void => this.#report(error);
    let pending: void | Promise<void>;
    try {
      pending = this.#storing ? this.#storing.then(work) : work();
    } catch (error) {
      return failed(error);
    }
    if (!isPromise(pending)) return;
    const done = Promise.resolve(pending).then(() => {}, failed);
    this.#storing = done;
    void done.then(() => {
      if (this.#storing === done) this.#storing = undefined;
    });
  }
}

/** Something of what a reader missed is no longer kept. */
class EventsLost extends Error {}
