import { asError } from "../../../json-rpc/messages/errors.js";
import { isPromise } from "../../../json-rpc/promises.js";
import { writeWithin } from "../slow-reader.js";
import { messageEvent, primingEvent, retryEvent } from "../sse-write.js";
import type { EventStore, StoredEvent } from "./event-store.js";
import type { KeepAlive } from "../keep-alive.js";
import type { HttpStream } from "../../types.js";
import type { RequestId } from "../../../json-rpc/messages/messages.js";

/** Settings common to the streams of one session. */
export interface StreamSettings {
  /** Prefix of the stream names in the event store; unique for each session. */
  readonly prefix: string;
  /** Client to whose quota the stored events count. */
  readonly holder: string;
  readonly store: EventStore | undefined;
  /**
   * Whether the revision lets the server close a connection before the stream
   * has ended. If so, the server first sends an event with an id and no data.
   * With this id, the client can resume the stream.
   */
  readonly polling: boolean;
  /** Time after which the client should reconnect, in milliseconds. */
  readonly retry: number;
  /** Maximum number of unread characters in a stream. */
  readonly maxWaiting: number;
  /**
   * Object that writes keep-alive comments to the streams that a client reads.
   */
  readonly attached: KeepAlive;
  report(problem: Error): void;
}

/**
 * Stream of events to a client. With an event store, the stream continues after
 * its connection ends, and a client that resumes the stream gets the events
 * that it missed.
 */
export class EventStream {
  /**
   * Id of the stream, unique in the session. The ids of its events start with
   * this id.
   */
  readonly id: string;
  readonly #settings: StreamSettings;
  #reader: HttpStream | undefined;
  /**
   * Object that identifies the current replay of missed events. Undefined if no
   * replay is in progress.
   */
  #replay: object | undefined;
  /** Pending operation of the event store. */
  #storing: Promise<void> | undefined;
  /** Number of the last event in the stream. */
  #count: number;
  /** Whether no more events are added to the stream. */
  ended = false;

  /**
   * @param requests Ids of the requests whose responses are sent on the stream.
   */
  constructor(
    id: string,
    settings: StreamSettings,
    requests: readonly RequestId[],
  ) {
    this.id = id;
    this.#settings = settings;
    this.#count = settings.store?.begin?.(this.#name, requests) ?? 0;
  }

  /** Whether a client reads the stream, or is about to read missed events. */
  get attached(): boolean {
    return (this.#reader ?? this.#replay) !== undefined;
  }

  /**
   * Attaches the connection of a client that reads the stream from its start.
   */
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
    // During a replay, do not deliver the event here: the client gets the event
    // from the store.
    if (this.#reader && !this.#replay) this.#deliver(this.#reader, event);
  }

  /** Ends the stream. Events that were sent before are still delivered. */
  end(): void {
    if (!this.ended) this.#settings.store?.end?.(this.#name);
    this.ended = true;
    if (this.#replay) return;
    const reader = this.#leave();
    reader?.end();
  }

  /** Detaches a connection that has closed. The stream can still be resumed. */
  detach(reader: HttpStream | undefined = this.#reader): void {
    if (reader === this.#reader) this.#leave();
  }

  /** Closes the connection. The stream can still be resumed. */
  cut(): void {
    this.#leave()?.end();
  }

  /**
   * Closes the connection and asks the client to reconnect. Does nothing if the
   * revision does not let servers close a connection before the stream has
   * ended.
   */
  release(): void {
    const { store, polling, retry } = this.#settings;
    if (store === undefined || !polling || this.#replay) return;
    const reader = this.#leave();
    reader?.write(retryEvent(retry));
    reader?.end();
  }

  /**
   * Resumes the stream after the event `number`. Calls `opened` to get the
   * connection once the first event is available. Resolves to false if the
   * events are not available.
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
        // Do not use `await` after the last event: an event that is sent during
        // the `await` would be neither replayed nor delivered.
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
      // Close the iterator of the store. Closing may throw an error.
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

  /** Reads the events after the event `number` from the store. */
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

  /**
   * Runs an operation of the event store after the pending operation has
   * settled.
   */
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

/** Error thrown when some of the missed events are no longer stored. */
class EventsLost extends Error {}
