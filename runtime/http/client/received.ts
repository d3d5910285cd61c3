import { MAX_DISCARDED, MAX_UNREAD } from "./constants.js";
import type { Abortable } from "./abort.js";

/** Subset of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: { [name: string]: string };
    readonly body?: string;
    readonly signal: AbortSignal;
    /**
     * Redirect mode. Always `manual`, because the client itself checks the
     * target of a redirect.
     */
    readonly redirect: "manual";
  },
) => Promise<Response>;

/** Options of an HTTP request, as `Fetch` takes them. */
export interface HttpInit extends Omit<Parameters<Fetch>[1], "signal"> {
  readonly signal: Abortable;
}

/**
 * Response to an HTTP request. Contains the members of `Response` that the
 * client uses, so that a response of `node:http` can have them, too.
 */
export interface Received {
  readonly ok: boolean;
  readonly status: number;
  readonly type?: Response["type"] | undefined;
  readonly headers: {
    /** Returns the value of a header. The name must be in lower case. */
    get(name: string): string | null;
  };
  readonly body: ReceivedBody | null;
}

/** Body of a response, which is read once: as a stream of bytes or as text. */
export interface ReceivedBody {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
  /** Passes the text of each chunk to `onText`; resolves at the end. */
  readText?(onText: (text: string) => void): Promise<void>;
  cancel(): Promise<void>;
}

/**
 * Reads the body of a response and passes the text of each chunk to `onText`.
 * An error that `onText` throws stops the reading.
 */
export function readText(
  { body }: Received,
  onText: (text: string) => void,
): Promise<void> {
  return body?.readText?.(onText) ?? readStream(body, onText);
}

async function readStream(
  body: ReceivedBody | null,
  onText: (text: string) => void,
): Promise<void> {
  const reader = body?.getReader?.();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onText(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
}

/**
 * Reads the whole body of a response as text.
 *
 * @throws Error when the text is longer than `limit` characters.
 */
export async function wholeText(
  response: Received,
  limit: number,
): Promise<string> {
  let whole = "";
  await readText(response, (text) => {
    whole += text;
    if (whole.length <= limit) return;
    throw new Error(`A response was longer than ${limit} characters`);
  });
  return whole;
}

/**
 * Ends the connection of a response whose body is not read. Ignores an error
 * of the connection.
 */
export function discardBody({ body }: Received): void {
  void body?.cancel().catch(() => {});
}

/** Members of Node's streams that the client uses. */
export interface NodeReadable {
  on(event: string, listener: (value: never) => void): unknown;
  setEncoding(encoding: "utf8"): unknown;
  pipe<Target>(target: Target): Target;
  pause(): unknown;
  resume(): unknown;
}

/** Body of a response of `node:http`. */
export class NodeBody implements ReceivedBody {
  readonly #stream: NodeReadable;
  readonly #endless: boolean;
  readonly #release: (complete: boolean) => void;
  /** Text that arrived before `readText` was called. */
  #unread = "";
  #started = false;
  #onText: ((text: string) => void) | undefined;
  /** Settles the promise of `readText`. */
  #settle: (() => void) | undefined;
  #ended = false;
  #problem: { readonly error: unknown } | undefined;

  /**
   * @param endless Whether the body is an event stream, which may never end.
   * @param release Callback invoked once when the body is not read any more.
   */
  constructor(
    stream: NodeReadable,
    endless: boolean,
    release: (complete: boolean) => void,
  ) {
    this.#stream = stream;
    this.#endless = endless;
    this.#release = release;
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => this.#take(chunk));
    stream.on("end", () => this.#end());
  }

  readText(onText: (text: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = () =>
        this.#problem ? reject(this.#problem.error) : resolve();
      this.#onText = onText;
      const unread = this.#unread;
      this.#unread = "";
      if (unread !== "" && !this.#problem) this.#pass(unread);
      if (this.#ended) this.#settle();
      else this.#stream.resume();
    });
  }

  /**
   * Reads the rest of a short body, so that the connection can be used again.
   * Closes the connection of any other body.
   */
  cancel(): Promise<void> {
    let length = 0;
    const count = (text: string): void => {
      length += text.length;
      if (length > MAX_DISCARDED) this.fail(undefined);
    };
    if (this.#endless) this.fail(undefined);
    else void this.readText(count).catch(() => {});
    return Promise.resolve();
  }

  /** Ends the body with an error. Does nothing if the body has ended. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#problem = { error };
    this.#end();
  }

  #take(chunk: string): void {
    let text = chunk;
    if (!this.#started) {
      this.#started = true;
      // `Response` removes a byte order mark, too.
      if (text.startsWith("\uFEFF")) text = text.slice(1);
    }
    if (this.#onText) return this.#pass(text);
    this.#unread += text;
    if (this.#unread.length > MAX_UNREAD) this.#stream.pause();
  }

  #pass(text: string): void {
    if (this.#problem) return;
    try {
      this.#onText?.(text);
    } catch (error) {
      this.fail(error);
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#release(this.#problem === undefined);
    this.#settle?.();
  }
}
