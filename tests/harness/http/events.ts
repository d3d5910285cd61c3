/** Reader of server-sent event streams (SSE). */
import { EventReader } from "../../../runtime/http/client/sse-read.js";
import { waitFor } from "../run/time-limit.js";

export interface Event {
  readonly id: string | undefined;
  readonly data: { readonly [name: string]: unknown };
}

export class Events {
  /** Raw text of the stream that was received so far. */
  raw = "";
  readonly #queue: Event[] = [];
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #events: EventReader;
  readonly #decoder = new TextDecoder();

  constructor(response: Response) {
    if (response.body === null) throw new Error("The response has no body");
    this.#reader =
      response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    this.#events = new EventReader(1e7, ({ id, data }) => {
      this.#queue.push({ id, data: JSON.parse(data) as Event["data"] });
    });
  }

  /** Returns the next event, or undefined at the end of the stream. */
  async next(): Promise<Event | undefined> {
    while (this.#queue.length === 0) {
      if (!(await this.more())) return undefined;
    }
    return this.#queue.shift();
  }

  /**
   * Waits for more text of the stream. Returns false at the end of the stream.
   */
  async more(): Promise<boolean> {
    const { done, value } = await waitFor(
      "the event stream has more text or ends",
      this.#reader.read(),
    );
    if (done) return false;
    const text = this.#decoder.decode(value, { stream: true });
    this.raw += text;
    this.#events.push(text);
    return true;
  }

  /** Returns all remaining events of the stream. */
  async rest(): Promise<Event[]> {
    const events: Event[] = [];
    for (let event = await this.next(); event; event = await this.next()) {
      events.push(event);
    }
    return events;
  }

  get retry(): number | undefined {
    return this.#events.retry;
  }

  get lastId(): string | undefined {
    return this.#events.id;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

/**
 * Returns a short value that tests compare instead of the whole event: the data
 * of a log message, the result of a response, or the method.
 */
export const gist = ({ data }: Event): unknown =>
  data.method === "notifications/message"
    ? (data.params as { data: unknown }).data
    : (data.result ?? data.method);
