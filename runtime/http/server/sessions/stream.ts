import { asError } from "../../../json-rpc/messages/errors.js";
import { isPromise } from "../../../json-rpc/promises.js";
import { writeWithin } from "../slow-reader.js";
import { messageEvent, primingEvent, retryEvent } from "../sse-write.js";
import type { EventStore, StoredEvent } from "../event-store.js";
import type { KeepAlive } from "../keep-alive.js";
import type { HttpStream } from "../../types.js";
import type { RequestId } from "../../../json-rpc/messages/messages.js";

/** Settings of the streams of one session. */
export interface StreamSettings {
  /** Prefix of the names of the session's streams in the store. */
  readonly prefix: string;
  /** Client that the events are charged to. */
  readonly holder: string;
  readonly store: EventStore | undefined;
  /** Whether the server sends an event id before the first message. */
  readonly polling: boolean;
  /** Time until the client reconnects, in milliseconds. */
  readonly retry: number;
  /** Maximum number of characters that wait for a reader. */
  readonly maxWaiting: number;
  /** Keep-alive of the streams with a reader. */
  readonly attached: KeepAlive;
  report(problem: Error): void;
}

/**
 * Stream of events to a client. With a store, the stream outlives its
 * connections, and a client that resumes the stream gets the events that it
 * missed.
 */
export class EventStream {
  /** Id that is unique in the session, and the first part of event ids. */
  readonly id: string;
  readonly #settings: StreamSettings;
  #reader: HttpStream | undefined;
  /** Token of the replay in progress. */
  #replay: object | undefined;
  /** Pending operation of the store. */
  #storing: Promise<void> | undefined;
  /** Number of the last event. */
  #count: number;
  /** Whether no more events follow. */
  ended = false;

  /** @param requests Requests whose responses the stream carries. */
  constructor(
    id: string,
    settings: StreamSettings,
    requests: readonly RequestId[],
  ) {
    this.id = id;
    this.#settings = settings;
    this.#count = settings.store?.begin?.(this.#name, requests) ?? 0;
  }

  /** Whether a client reads the stream. */
  get attached(): boolean {
    return this.#reader !== undefined;
  }

  /** Attaches a connection that reads from the start. */
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
    // A replay in progress reads this event from the store.
    if (this.#reader && !this.#replay) this.#deliver(this.#reader, event);
  }

  /** Ends the stream after its last event. */
  end(): void {
    if (!this.ended) this.#settings.store?.end?.(this.#name);
    this.ended = true;
    if (this.#replay) return;
    const reader = this.#leave();
    reader?.end();
  }

  /** Detaches a connection that has ended; the stream continues. */
  detach(reader: HttpStream | undefined = this.#reader): void {
    if (reader === this.#reader) this.#leave();
  }

  /** Ends the connection; the stream continues. */
  cut(): void {
    this.#leave()?.end();
  }

  /**
   * Ends the connection and asks the client to reconnect, if the revision
   * supports polling.
   */
  release(): void {
    const { store, polling, retry } = this.#settings;
    if (store === undefined || !polling || this.#replay) return;
    const reader = this.#leave();
    reader?.write(retryEvent(retry));
    reader?.end();
  }

  /**
   * Resumes the stream after event `number`. Calls `opened` for the connection
   * once events can be read; resolves to false if they cannot.
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
        // No `await` after the last event: a new event could be sent before the
        // replay counts as complete.
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
      // Closes the reader of the store, which may fail.
      past.return(undefined).catch((error: unknown) => this.#report(error));
      if (this.#replay === replay) {
        this.#replay = undefined;
        if (this.ended) this.end();
      }
    }
  }

  /** Ends the stream and removes its events from the store. */
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

  /** Reads the events after a number from the store. */
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

  /** Runs an operation of the store after the pending one. */
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

/** Error: some of the missed events are no longer stored. */
class EventsLost extends Error {}
