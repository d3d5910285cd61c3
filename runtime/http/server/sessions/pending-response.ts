import { after } from "../../../limits/timer.js";
import { STREAM_HEADERS } from "../../headers.js";
import type { EventStream } from "./stream.js";
import type { HttpHeaders, HttpReply } from "../../types.js";
import type { RequestId } from "../../../json-rpc/messages/messages.js";

/**
 * HTTP response to one POST. If the server sends other messages before the
 * response message, the HTTP response is an event stream; otherwise it is plain
 * JSON.
 */
export class PendingResponse {
  /** Ids of the requests in the POST. A batch may have several. */
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
   * Opens an event stream if there is no response after `streamAfter`
   * milliseconds. Also detects when the client disconnects.
   */
  watch(streamAfter: number): void {
    this.#reply?.onGone(() => (this.#reply = undefined));
    if (this.#stream) return;
    this.#timer = after(streamAfter, () => this.open());
  }

  /** Whether all requests of the POST have been answered. */
  get finished(): boolean {
    return this.#left <= 0;
  }

  /** Opens the event stream if it is not open yet, and returns it. */
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

  /** Sends a message that precedes the response. */
  push(data: string): void {
    this.open().send(data);
  }

  /**
   * Sends a response message. `answered` is the number of requests that this
   * message answers. `headers` apply only if the HTTP response is JSON.
   */
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

  /** Ends the HTTP response without a response message. */
  drop(): void {
    this.#left = 0;
    clearTimeout(this.#timer);
    if (this.#stream) this.#stream.end();
    else this.#reply?.stream(STREAM_HEADERS).end();
  }
}
