import { after } from "../../limits/timer.js";
import { STREAM_HEADERS } from "../types.js";
import type { EventStream } from "./stream.js";
import type { HttpHeaders, HttpReply } from "../types.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/**
 * The answering of one POST. It stays undecided as long as possible: what is
 * answered without anything before it is plain JSON, all else is a stream.
 */
export class Exchange {
  /** Requests that came in the POST; several where batches exist. */
  readonly ids: readonly RequestId[];
  readonly #makeStream: () => EventStream;
  #reply: HttpReply | undefined;
  #stream: EventStream | undefined;
  #timer: ReturnType<typeof after>;
  #left: number;

  constructor(
    ids: readonly RequestId[],
    reply: HttpReply,
    makeStream: () => EventStream,
  ) {
    this.ids = ids;
    this.#left = ids.length;
    this.#reply = reply;
    this.#makeStream = makeStream;
  }

  /**
   * The answer takes time: looks out for the end of the connection, and decides
   * for a stream after so many milliseconds.
   */
  watch(streamAfter: number): void {
    this.#reply?.onGone(() => (this.#reply = undefined));
    if (this.#stream) return;
    this.#timer = after(streamAfter, () => this.open());
  }

  /** Whether every request was answered, or will not be. */
  get finished(): boolean {
    return this.#left <= 0;
  }

  /** Decides for a stream. */
  open(): EventStream {
    if (this.#stream) return this.#stream;
    clearTimeout(this.#timer);
    const stream = this.#makeStream();
    this.#stream = stream;
    const reply = this.#reply;
    if (reply) {
      const reader = reply.stream(STREAM_HEADERS);
      stream.attach(reader);
      reply.onGone(() => stream.detach(reader));
    }
    return stream;
  }

  /** Sends what comes before the answer. */
  push(data: string): void {
    this.open().send(data);
  }

  /** Sends the answer to `answered` of the requests; `headers` go before it alone. */
  answer(data: string, answered: number, headers: HttpHeaders): void {
    const last = (this.#left -= answered) <= 0;
    if (this.#stream || !last) {
      this.push(data);
      if (last) this.#stream?.end();
    } else {
      clearTimeout(this.#timer);
      this.#reply?.send(200, headers, data);
    }
  }

  /** Ends without an answer. */
  drop(): void {
    this.#left = 0;
    clearTimeout(this.#timer);
    if (this.#stream) this.#stream.end();
    else this.#reply?.stream(STREAM_HEADERS).end();
  }
}
