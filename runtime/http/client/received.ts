import { MAX_DISCARDED } from "./constants.js";
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

/**
 * Options of an HTTP request. They differ from the options of `Fetch` only in
 * the type of the signal.
 */
export interface HttpInit extends Omit<Parameters<Fetch>[1], "signal"> {
  readonly signal: Abortable;
}

/**
 * Response to an HTTP request. The type is the subset of `Response` that the
 * client uses. Responses of `node:http` are converted to this type.
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

/**
 * Body of a response. It can be read only once, either as a stream of bytes or
 * as text.
 */
export interface ReceivedBody {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
  /** Passes the text of each chunk to `onText`; resolves at the end. */
  readText?(onText: (text: string) => void): Promise<void>;
  cancel(): Promise<void>;
}

/**
 * Reads the body of a response and passes the text of each chunk to `onText`.
 * If `onText` throws an error, reading stops and the promise rejects with this
 * error.
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
 * Discards the body of a response that is not needed. Ignores errors of the
 * connection.
 */
export function discardBody({ body }: Received): void {
  void body?.cancel().catch(() => {});
}

/** Members of Node's readable streams that the client uses. */
export interface TextStream {
  on(event: string, listener: (value: never) => void): unknown;
  setEncoding(encoding: "utf8"): unknown;
  pipe<Target>(target: Target): Target;
}

/**
 * Returns the body of a response of `node:http`. The body is not read from the
 * network before the client reads its text, so that a client that reads slowly
 * also slows down the server (backpressure).
 *
 * @param endless Whether the body is an event stream, which may never end.
 * @param release Function that is called once when the body has ended or has
 *   failed.
 */
export function openBody(
  stream: TextStream,
  endless: boolean,
  release: (complete: boolean) => void,
): Required<Pick<ReceivedBody, "readText" | "cancel">> & {
  /**
   * Ends the body. If the body is incomplete, `problem` is the error for its
   * reader.
   */
  end(problem?: unknown): void;
} {
  let ended = false;
  let problem: unknown;
  let settle: (() => void) | undefined;
  const end = (error?: unknown): void => {
    if (ended) return;
    ended = true;
    problem = error;
    release(error === undefined);
    settle?.();
  };
  stream.setEncoding("utf8");
  stream.on("end", () => end());
  stream.on("error", end);
  const readText = (onText: (text: string) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      settle = () => (problem === undefined ? resolve() : reject(problem));
      if (ended) return settle();
      let started = false;
      stream.on("data", (chunk: string) => {
        // Remove a byte order mark, as `Response` does.
        const text = started ? chunk : chunk.replace(/^\uFEFF/, "");
        started = true;
        try {
          if (!ended) onText(text);
        } catch (error) {
          end(error);
        }
      });
    });
  const cancel = (): Promise<void> => {
    // The rest of a short body is read, so that the connection can be used
    // again. The connection of any other body is closed.
    let length = endless ? Infinity : 0;
    const count = (text: string): void => {
      length += text.length;
      if (length > MAX_DISCARDED) end(length);
    };
    count("");
    void readText(count).catch(() => {});
    return Promise.resolve();
  };
  return { readText, cancel, end };
}
