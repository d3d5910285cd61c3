import { EventStream } from "./stream.js";
import type { RequestId } from "../../../json-rpc/messages/messages.js";
import type { StreamSettings } from "./stream.js";

/** Maximum number of resumable streams in one session. */
const MAX_STREAMS = 100;

/**
 * Event streams of one session. A listener is a stream for messages without a
 * related request.
 */
export class SessionStreams {
  readonly #settings: StreamSettings;
  /** Prefix of the stream ids that this process generates. */
  readonly #prefix: string;
  readonly #streams = new Map<string, EventStream>();
  /**
   * Listeners (streams for messages without a related request), the latest one
   * last.
   */
  readonly #listeners: EventStream[] = [];
  #lastStream = 0;
  /**
   * Threshold for the number of streams. If there are more streams, unused ones
   * are removed.
   */
  #pruneAbove: number;

  constructor(settings: StreamSettings, prefix: string) {
    this.#settings = settings;
    this.#prefix = prefix;
    this.#pruneAbove = this.#most;
  }

  /**
   * Number of streams to keep. Without an event store, only the newest stream
   * is kept, because no stream can be resumed.
   */
  get #most(): number {
    return this.#settings.store ? MAX_STREAMS : 1;
  }

  /** Whether the client reads at least one of the session's streams. */
  get attached(): boolean {
    for (const stream of this.#streams.values()) {
      if (stream.attached) return true;
    }
    return false;
  }

  /**
   * Latest listener that the client reads. A listener is a stream for messages
   * without a related request.
   */
  get listener(): EventStream | undefined {
    const listeners = this.#listeners;
    for (let at = listeners.length - 1; at >= 0; at -= 1) {
      if (listeners[at]?.attached) return listeners[at];
    }
    return undefined;
  }

  get(id: string): EventStream | undefined {
    return this.#streams.get(id);
  }

  isListener(stream: EventStream): boolean {
    return this.#listeners.includes(stream);
  }

  /**
   * Adds a stream with the given id. A different process may have begun the
   * stream.
   */
  adopt(id: string, requests: readonly RequestId[]): EventStream {
    const stream = new EventStream(id, this.#settings, requests);
    this.#streams.set(id, stream);
    return stream;
  }

  /** Begins a stream for the responses to the given requests. */
  begin(requests: readonly RequestId[]): EventStream {
    const id = `${this.#prefix}${++this.#lastStream}`;
    const stream = this.adopt(id, requests);
    if (this.#streams.size > this.#pruneAbove) this.#prune(stream);
    return stream;
  }

  addListener(stream: EventStream): void {
    this.#listeners.push(stream);
  }

  /**
   * Makes `stream` the latest listener. Closes the connections of the other
   * listeners, because messages are sent only to the latest listener.
   */
  preferListener(stream: EventStream): void {
    this.#removeListener(stream);
    for (const other of this.#listeners) other.cut();
    this.#listeners.push(stream);
  }

  delete(stream: EventStream): void {
    this.#streams.delete(stream.id);
    this.#removeListener(stream);
  }

  #removeListener(stream: EventStream): void {
    const at = this.#listeners.indexOf(stream);
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  /** Ends all streams. */
  close(): void {
    for (const stream of this.#streams.values()) stream.forget();
    this.#streams.clear();
  }

  /**
   * Removes unused streams, the oldest first. If n streams are in use, the next
   * removal follows after n new streams, so that the average cost of a new
   * stream is constant.
   */
  #prune(newest: EventStream): void {
    const most = this.#most;
    let used = 0;
    for (const stream of this.#streams.values()) {
      if (this.#streams.size <= most) break;
      const open = stream === newest || stream.attached;
      if (open || !(stream.ended || this.isListener(stream))) {
        used += 1;
        continue;
      }
      this.delete(stream);
      stream.forget();
    }
    this.#pruneAbove = this.#streams.size + used;
  }
}
