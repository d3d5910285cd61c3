import { SESSION_END_TIMEOUT } from "./constants.js";
import { MAX_MESSAGE } from "../../limits/constants.js";
import { RequestAbort } from "./abort.js";
import { isInitialized, isRequestMessage } from "./messages.js";
import { Fetcher } from "./fetcher.js";
import { Poster } from "./poster.js";
import { SseClient } from "./sse.js";
import { abortable } from "../../limits/timer.js";
import type { HttpClientOptions } from "./fetcher.js";
import type { Message, RequestId } from "../../json-rpc/messages/messages.js";
import type { Receiver, Transport } from "../../transport/transport.js";

/**
 * Creates a transport to the server at `url` over Streamable HTTP, or over the
 * legacy SSE transport if the server supports only that. The transport opens a
 * new session if the server has ended the session, and resumes streams whose
 * connection broke.
 *
 * @throws TypeError if `url` is not an HTTP or HTTPS URL.
 */
export function http(
  url: string | URL,
  options: HttpClientOptions = {},
): Transport {
  const text = String(url);
  if (!/^\s*https?:\/\//i.test(text) || !URL.canParse(text))
    throw new TypeError(
      `http() needs a URL such as http://localhost:3000/mcp, not "${text}"`,
    );
  return new HttpClient(text, options);
}

class HttpClient implements Transport {
  readonly address: string;
  readonly #fetcher: Fetcher;
  readonly #options: HttpClientOptions;
  readonly #poster: Poster;
  /**
   * Controller that is aborted when the transport closes. Its signal ends the
   * event streams for messages without a related request.
   */
  readonly #end = new AbortController();
  /** Objects that abort the HTTP requests in progress. */
  readonly #open = new Set<RequestAbort>();
  /**
   * Objects that abort the requests that have no response yet, by request id.
   */
  readonly #requests = new Map<RequestId, RequestAbort>();
  /** Promises of the notifications and responses that are still being sent. */
  readonly #sending = new Set<Promise<void>>();
  #receiver: Receiver | undefined;
  #sse: SseClient | undefined;
  /**
   * Promise that resolves when `notifications/initialized` has been sent. Later
   * messages wait for it. Undefined before the client sends this notification.
   */
  #gate: Promise<void> | undefined;

  constructor(url: string, options: HttpClientOptions) {
    this.address = url;
    this.#fetcher = new Fetcher(url, options);
    this.#options = options;
    const limit = (): number => this.#limit;
    this.#poster = new Poster({
      fetcher: this.#fetcher,
      get limit() {
        return limit();
      },
      signal: this.#end.signal,
      receive: (message) => this.#receiver?.receive(message),
      failed: (id, problem) => this.#receiver?.failed(id, problem),
      waiting: (id) => this.#receiver?.waiting?.(id),
      deliver: (request) => void this.#deliver(request),
      fallBack: (message) => this.#fallBack(message),
    });
  }

  /** Maximum length of a message, in characters. */
  get #limit(): number {
    return (
      this.#options.maxMessage ?? this.#receiver?.maxMessage ?? MAX_MESSAGE
    );
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Message): void {
    if (this.#end.signal.aborted) return;
    if (!Array.isArray(message) && "method" in message) {
      if (message.method === "notifications/cancelled") {
        this.#requests.get(message.params?.requestId as RequestId)?.abort();
        // Without a session, closing the HTTP connection cancels the request,
        // so no notification is needed.
        if (this.#poster.standsAlone) return;
      }
    }
    const sent = this.#gate
      ? this.#gate.then(() => this.#deliver(message))
      : this.#deliver(message);
    if (isInitialized(message)) this.#gate = sent;
    if (isRequestMessage(message)) return;
    this.#sending.add(sent);
    void sent.then(() => this.#sending.delete(sent));
  }

  credentials(): Promise<string> {
    return this.#fetcher.credentials();
  }

  /**
   * Waits until notifications and responses are sent, ends the session, and
   * aborts the remaining requests.
   */
  async close(): Promise<void> {
    if (this.#end.signal.aborted) return;
    const timeout = AbortSignal.timeout(SESSION_END_TIMEOUT);
    const ended = Promise.all(this.#sending).then(() =>
      this.#poster.session.end(timeout),
    );
    await abortable(ended, timeout).catch(() => {}); // only the timeout rejects
    this.#end.abort();
    for (const one of this.#open) one.abort();
    this.#fetcher.close();
    this.#receiver?.closed();
  }

  /** Sends a message; never rejects. */
  async #deliver(message: Message): Promise<void> {
    const id = isRequestMessage(message) ? message.id : undefined;
    const abort = new RequestAbort();
    this.#open.add(abort);
    if (id !== undefined) this.#requests.set(id, abort);
    try {
      if (this.#sse) await this.#sse.send(message, abort);
      else await this.#poster.post(message, abort);
    } catch (error) {
      if (!abort.aborted) this.#poster.failed(id, error);
    } finally {
      this.#open.delete(abort);
      if (id !== undefined) this.#requests.delete(id);
    }
  }

  /**
   * Tries the legacy SSE transport; resolves to false if the server does not
   * support it.
   */
  async #fallBack(message: Message): Promise<boolean> {
    try {
      this.#sse = await SseClient.open(
        this.#fetcher,
        this.#limit,
        this.#end.signal,
        (text) => void this.#poster.arrived(text),
        (problem) => {
          if (!this.#end.signal.aborted) this.#receiver?.closed(problem);
        },
      );
    } catch {
      return false;
    }
    await this.#sse.send(message, this.#end.signal);
    return true;
  }
}
