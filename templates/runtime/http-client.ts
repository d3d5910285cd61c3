import { ConnectionError } from "./errors.js";
import { Mirror, versionOf } from "./http-client-mirror.js";
import {
  answers,
  errorIn,
  isInitialized,
  isMismatch,
  isModern,
  isRequest,
  listOf,
} from "./http-client-messages.js";
import { HttpClientSession } from "./http-client-session.js";
import { Fetcher, wholeText } from "./http-fetcher.js";
import { follow } from "./http-follow.js";
import { EVENTS_TYPE, JSON_TYPE } from "./http-types.js";
import { isObject, isRequestId } from "./messages.js";
import { SseClient } from "./sse-client.js";
import type { Unsent } from "./http-client-session.js";
import type { HttpClientOptions } from "./http-fetcher.js";
import type { Message, RequestId, RequestMessage } from "./messages.js";
import type { Receiver, Transport } from "./transport.js";

const MAX_MESSAGE = 64 * 1024 * 1024;

/** How long the end of a session may take, in milliseconds. */
const GOODBYE = 2_000;

/** Statuses with which an older server refuses the newer transport. */
const OLDER: readonly number[] = [400, 404, 405];

/**
 * Speaks to the server at `url` over Streamable HTTP, or over HTTP with SSE
 * where the server knows only that. A session that the server has ended is
 * opened again; streams whose connection broke are resumed.
 */
export function http(
  url: string | URL,
  options: HttpClientOptions = {},
): Transport {
  return new HttpClient(String(url), options);
}

class HttpClient implements Transport {
  readonly #fetcher: Fetcher;
  readonly #limit: number;
  readonly #mirror = new Mirror();
  readonly #session: HttpClientSession;
  /** Ends everything that is open. */
  readonly #end = new AbortController();
  /** The POSTs of requests whose answer is being waited for. */
  readonly #posts = new Map<RequestId, AbortController>();
  /** What was sent and is not an own request. */
  readonly #sending = new Set<Promise<void>>();
  /** Requests of the transport itself. */
  readonly #own = new Map<RequestId, (answer: unknown) => void>();
  #lastOwn = 0;
  #receiver: Receiver | undefined;
  #sse: SseClient | undefined;
  /** Resolves when the next message may go out. */
  #gate: Promise<void> | undefined;
  #standsAlone = false;

  constructor(url: string, options: HttpClientOptions) {
    this.#fetcher = new Fetcher(url, options);
    this.#limit = options.maxMessage ?? MAX_MESSAGE;
    this.#session = new HttpClientSession({
      fetcher: this.#fetcher,
      limit: this.#limit,
      signal: this.#end.signal,
      onMessage: (text) => this.#arrived(text),
      ask: (message) => this.#ask(message),
      tell: (message) => this.#post(message, false),
      report: (problem) => this.#receiver?.failed(undefined, problem),
    });
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Message): void {
    if (this.#end.signal.aborted) return;
    if (!Array.isArray(message) && "method" in message) {
      if (message.method === "notifications/cancelled") {
        const id = message.params?.requestId as RequestId;
        const post = this.#posts.get(id);
        post?.abort();
        if (this.#standsAlone) return;
      }
    }
    const sent = this.#gate
      ? this.#gate.then(() => this.#deliver(message))
      : this.#deliver(message);
    if (isInitialized(message)) this.#gate = sent;
    if (isRequest(message)) return;
    this.#sending.add(sent);
    void sent.then(() => this.#sending.delete(sent));
  }

  async close(): Promise<void> {
    if (this.#end.signal.aborted) return;
    const timeout = AbortSignal.timeout(GOODBYE);
    await Promise.race([
      Promise.all(this.#sending).then(() => this.#session.end(timeout)),
      new Promise((resolve) => timeout.addEventListener("abort", resolve)),
    ]);
    this.#end.abort();
    this.#receiver?.closed();
  }

  /** Sends a message; never rejects. */
  async #deliver(message: Message): Promise<void> {
    const id = isRequest(message) ? message.id : undefined;
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    if (id !== undefined) this.#posts.set(id, abort);
    this.#end.signal.addEventListener("abort", stop);
    try {
      if (this.#sse) await this.#sse.send(message);
      else await this.#post(message, true, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) this.#failed(id, error);
    } finally {
      this.#end.signal.removeEventListener("abort", stop);
      if (id !== undefined && this.#posts.get(id) === abort) {
        this.#posts.delete(id);
      }
    }
  }

  #failed(id: RequestId | undefined, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    const own = id === undefined ? undefined : this.#own.get(id);
    const problem =
      error instanceof ConnectionError
        ? error
        : new ConnectionError("closed", text, error);
    if (own) own(problem);
    else this.#receiver?.failed(id, problem);
  }

  /** Sends a message and takes what answers it; rejects when nothing does. */
  async #post(
    message: Message,
    again: boolean,
    signal = this.#end.signal,
  ): Promise<void> {
    const request = isRequest(message) ? message : undefined;
    const version = Array.isArray(message)
      ? undefined
      : versionOf(message as { params?: unknown });
    if (version !== undefined) this.#standsAlone = true;
    const opens = request?.method === "initialize";
    const session = opens ? undefined : this.#session.id;
    const response = await this.#fetcher.send({
      method: "POST",
      headers: {
        accept: `${JSON_TYPE}, ${EVENTS_TYPE}`,
        "content-type": JSON_TYPE,
        ...(version !== undefined && request
          ? this.#mirror.headersOf(request, version)
          : opens
            ? {}
            : this.#session.headers()),
      },
      body: JSON.stringify(message),
      signal,
    });
    if (response.ok) {
      if (opens) this.#session.opened(request, response);
      await this.#answered(response, request, signal);
      if (isInitialized(message)) this.#session.listen();
      return;
    }
    const text = await wholeText(response, this.#limit);
    const { status } = response;
    if (again && status === 404 && session !== undefined) {
      await this.#session.renew(session);
      return this.#post(message, false, signal);
    }
    const error = errorIn(text, request?.id);
    if (again && opens && OLDER.includes(status) && !isModern(error)) {
      if (await this.#fallBack(message)) return;
    }
    if (
      again &&
      request &&
      version !== undefined &&
      isMismatch(error, request)
    ) {
      await this.#ask(listOf(request));
      return this.#post(message, false, signal);
    }
    if (request && error) return this.#take({ ...error, id: request.id });
    const said = text === "" ? "" : `: ${text.slice(0, 200)}`;
    throw new ConnectionError("closed", `The server answered ${status}${said}`);
  }

  /** Tries the older transport; false when the server does not know it. */
  async #fallBack(message: Message): Promise<boolean> {
    try {
      this.#sse = await SseClient.open(
        this.#fetcher,
        this.#limit,
        this.#end.signal,
        (text) => this.#arrived(text),
        (problem) => {
          if (!this.#end.signal.aborted) this.#receiver?.closed(problem);
        },
      );
    } catch {
      return false;
    }
    await this.#sse.send(message);
    return true;
  }

  async #answered(
    response: Response,
    request: RequestMessage | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const type = response.headers.get("content-type") ?? "";
    if (request === undefined || response.status === 202) {
      await response.body?.cancel();
      if (request === undefined) return;
      throw new ConnectionError("invalid", "The server accepted, and no more");
    }
    if (!type.startsWith(EVENTS_TYPE)) {
      const text = await wholeText(response, this.#limit);
      const message = this.#arrived(text, request);
      if (answers(message, request.id)) return;
      throw new ConnectionError("invalid", "The answer is to no request");
    }
    let answered = false;
    const problem = await follow(response, {
      fetcher: this.#fetcher,
      headers: () => this.#session.headers(),
      limit: this.#limit,
      signal,
      anew: false,
      onMessage: (text) => {
        const message = this.#arrived(text, request);
        if (answers(message, request.id)) answered = true;
      },
      done: () => answered,
    });
    if (problem) throw problem;
  }

  /** A message arrived, or several; `request` is what they belong to. */
  #arrived(text: string, request?: RequestMessage): unknown {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#failed(request?.id, new ConnectionError("invalid", "Not JSON"));
      return undefined;
    }
    this.#take(message, request);
    return message;
  }

  #take(message: unknown, request?: RequestMessage): void {
    if (!isObject(message) || !isRequestId(message.id)) {
      this.#receiver?.receive(message);
      return;
    }
    const { id, method } = message;
    const own = method === undefined ? this.#own.get(id) : undefined;
    const answer = request?.id === id && method === undefined;
    if (answer && request.method === "initialize") {
      this.#session.negotiated(message.result);
    }
    if (answer && request.method === "tools/list" && this.#standsAlone) {
      message.result = this.#mirror.listed(message.result, (text) =>
        this.#receiver?.failed(undefined, new ConnectionError("invalid", text)),
      );
    }
    if (own) own(message);
    else this.#receiver?.receive(message);
  }

  /** Sends a request of the transport's own; rejects when it is not answered. */
  #ask(unsent: Unsent): Promise<unknown> {
    const id = `transport-${++this.#lastOwn}`;
    const request: RequestMessage = { ...unsent, jsonrpc: "2.0", id };
    return new Promise((resolve, reject) => {
      this.#own.set(id, (answer) => {
        this.#own.delete(id);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
      void this.#deliver(request);
    });
  }
}
