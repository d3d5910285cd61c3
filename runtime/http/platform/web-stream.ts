import { after, unref } from "../../limits/timer.js";
import type { ClientQuota } from "../../limits/quota-registry.js";
import type { HttpStream } from "../types.js";

const encoder = /*@__PURE__*/ new TextEncoder();

/** Callbacks invoked at the end of a stream. */
interface WebStreamEvents {
  /** Invoked when the client disconnects before the end of the stream. */
  cancelled(): void;
  /** Invoked when the server ends the stream. */
  ended(): void;
}

/**
 * Body of a response as a web stream. Unread output is kept in this object and
 * counts towards the memory quota of the client. A client that reads nothing
 * for too long, or leaves too much unread, is disconnected.
 */
export class WebStream implements HttpStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #account: ClientQuota | undefined;
  readonly #timeout: number;
  readonly #events: WebStreamEvents;
  readonly #chunks: Uint8Array[] = [];
  #waiting = 0;
  #counted = 0;
  #timer: ReturnType<typeof after>;
  /** Whether the reader has read everything and waits for more. */
  #hungry = false;
  /**
   * Whether the server has ended the stream. Written chunks may still be
   * unread.
   */
  #ended = false;
  #controller!: {
    enqueue(chunk: Uint8Array): void;
    close(): void;
    error(reason: unknown): void;
  };
  #flow: () => void = () => {};

  /**
   * @param timeout Time after which a reader that reads nothing is
   *   disconnected, in milliseconds.
   */
  constructor(
    account: ClientQuota | undefined,
    timeout: number,
    events: WebStreamEvents,
  ) {
    this.#account = account;
    this.#timeout = timeout;
    this.#events = events;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: () => {
          const early = !this.#ended;
          this.#ended = true;
          this.#clear();
          if (early) events.cancelled();
        },
      },
      // With a high-water mark of 0, the `ReadableStream` buffers no chunks
      // itself and calls `pull` for each chunk.
      { highWaterMark: 0 },
    );
  }

  get waiting(): number {
    return this.#waiting;
  }

  drained(): Promise<void> {
    if (this.#ended || this.#waiting === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#flow = resolve));
  }

  write(text: string): void {
    if (this.#ended || text === "") return;
    const chunk = encoder.encode(text);
    if (this.#hungry) {
      this.#hungry = false;
      return this.#controller.enqueue(chunk);
    }
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
    this.#count();
    if (this.#counted === 0) this.destroy();
    else this.#timer ??= this.#startTimer();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#flow();
    this.#events.ended();
    if (this.#waiting === 0) this.#controller.close();
  }

  destroy(): void {
    if (this.#ended && this.#waiting === 0) return;
    const early = !this.#ended;
    this.#ended = true;
    this.#clear();
    if (early) this.#events.ended();
    this.#controller.error(new Error("The client reads too slowly"));
  }

  #pull(): void {
    const chunk = this.#chunks.shift();
    if (chunk === undefined) {
      this.#hungry = true;
      return;
    }
    this.#waiting -= chunk.length;
    this.#controller.enqueue(chunk);
    clearTimeout(this.#timer);
    if (this.#waiting === 0) {
      this.#clear();
      if (this.#ended) this.#controller.close();
    } else {
      this.#count();
      this.#timer = this.#startTimer();
    }
  }

  #startTimer(): ReturnType<typeof after> {
    return unref(after(this.#timeout, () => this.destroy()));
  }

  /** Counts the unread output towards the quota of the client. */
  #count(): void {
    this.#account?.countBody(-this.#counted);
    this.#counted = this.#account?.countUnread(this.#waiting) ?? this.#waiting;
  }

  /** Discards the unread output and stops counting it towards the quota. */
  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#chunks.length = 0;
    this.#waiting = 0;
    this.#account?.countBody(-this.#counted);
    this.#counted = 0;
    this.#flow();
  }
}
