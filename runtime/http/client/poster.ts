import {
  ConnectionError,
  isStatelessCode,
} from "../../json-rpc/messages/errors.js";
import {
  isAnswerTo,
  errorIn,
  isAwaited,
  isInitialized,
  isMismatch,
  isRequestMessage,
  listTool,
} from "./messages.js";
import { ParamHeaders, getVersion } from "./param-headers.js";
import { HttpClientSession } from "./session.js";
import { wholeText } from "./received.js";
import { follow, StreamRefused } from "./follow.js";
import { isEventStream } from "./sse-read.js";
import { cleanText } from "../../limits/text.js";
import { isObject } from "../../validation/guards.js";
import { isRequestId } from "../../json-rpc/messages/messages.js";
import { EVENTS_TYPE, JSON_TYPE } from "../headers.js";
import type { Abortable } from "./abort.js";
import type { Unsent } from "./session.js";
import type { Fetcher } from "./fetcher.js";
import type { Received } from "./received.js";
import type {
  Message,
  RequestId,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";

/**
 * HTTP statuses with which a server rejects a POST if it supports only the
 * legacy SSE transport.
 */
const OLDER: readonly number[] = [400, 404, 405];

/**
 * Maximum number of characters of a server's text that an error message quotes.
 */
const MAX_REFUSAL = 200;

/** Transport that sends its messages with a `Poster`. */
export interface PosterHost {
  readonly fetcher: Fetcher;
  /** Maximum length of a message, in characters. */
  readonly limit: number;
  /** Signal that is aborted when the transport closes. */
  readonly signal: AbortSignal;
  receive(message: unknown): void;
  failed(id: RequestId | undefined, problem: Error): void;
  /** Reports that the request `id` waits until the user has signed in. */
  waiting(id: RequestId): void;
  /** Sends a request, and reports an error to `failed`. */
  deliver(request: RequestMessage): void;
  /**
   * Sends a message over the legacy SSE transport; resolves to false if the
   * server does not support that transport.
   */
  fallBack(message: Message): Promise<boolean>;
}

/** Sends messages in POST requests, and receives the responses. */
export class Poster {
  readonly session: HttpClientSession;
  /** Whether the server is stateless, so that requests belong to no session. */
  standsAlone = false;
  readonly #host: PosterHost;
  readonly #paramHeaders = new ParamHeaders();
  /**
   * Callbacks by request id, for responses to requests that the transport
   * itself has sent.
   */
  readonly #own = new Map<RequestId, (answer: unknown) => void>();
  #lastOwn = 0;

  constructor(host: PosterHost) {
    this.#host = host;
    const { fetcher, signal } = host;
    this.session = new HttpClientSession({
      fetcher,
      get limit() {
        return host.limit;
      },
      signal,
      onMessage: (text) => this.arrived(text),
      ask: (message) => this.#ask(message),
      tell: (message) => this.post(message, signal, false),
      report: (problem) => host.failed(undefined, problem),
    });
  }

  /**
   * Sends a message and receives its response; rejects if the response is
   * missing.
   */
  async post(message: Message, signal: Abortable, again = true): Promise<void> {
    const request = isRequestMessage(message) ? message : undefined;
    const version = Array.isArray(message)
      ? undefined
      : getVersion(message as { params?: unknown });
    const opens = request?.method === "initialize";
    if (version !== undefined) this.standsAlone = true;
    else if (opens) this.standsAlone = false;
    const session = opens ? undefined : this.session.id;
    const headers =
      version !== undefined && request
        ? this.#paramHeaders.getHeaders(request, version)
        : opens
          ? {}
          : this.session.headers();
    headers.accept = `${JSON_TYPE}, ${EVENTS_TYPE}`;
    headers["content-type"] = JSON_TYPE;
    const response = await this.#host.fetcher.send({
      method: "POST",
      headers,
      body: JSON.stringify(message),
      signal,
      background: !isAwaited(message),
      waiting: () => request && this.#host.waiting(request.id),
    });
    if (response.ok) {
      if (opens) this.session.opened(request, response);
      await this.#answered(response, request, signal, version === undefined);
      if (isInitialized(message)) this.session.listen();
      return;
    }
    const text = await wholeText(response, this.#host.limit);
    const { status } = response;
    if (again && status === 404 && session !== undefined) {
      await this.session.renew(session);
      return this.post(message, signal, false);
    }
    const error = errorIn(text, request?.id);
    if (
      again &&
      opens &&
      OLDER.includes(status) &&
      !(error && isStatelessCode(error.error.code))
    ) {
      if (await this.#host.fallBack(message)) return;
    }
    if (
      again &&
      request &&
      version !== undefined &&
      isMismatch(error, request)
    ) {
      await listTool(request, (unsent) => this.#ask(unsent), signal);
      return this.post(message, signal, false);
    }
    // A 401 or 403 is a failure of the transport, even if its body is a
    // JSON-RPC error.
    const unauthorized = status === 401 || status === 403;
    if (request && error && !unauthorized)
      return this.#take({ ...error, id: request.id });
    const { fetcher } = this.#host;
    const { name } = fetcher;
    const why = fetcher.withoutToken(error?.error.message ?? text);
    const said = why === "" ? "" : `: ${cleanText(why, MAX_REFUSAL)}`;
    throw new ConnectionError("closed", `${name} answered ${status}${said}`);
  }

  /**
   * Reports that a message could not be sent, or that its response is missing.
   */
  failed(id: RequestId | undefined, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    const own = id === undefined ? undefined : this.#own.get(id);
    const problem =
      error instanceof ConnectionError
        ? error
        : new ConnectionError("closed", text, error);
    if (own) own(problem);
    else this.#host.failed(id, problem);
  }

  async #answered(
    response: Received,
    request: RequestMessage | undefined,
    signal: Abortable,
    resumable: boolean,
  ): Promise<void> {
    if (request === undefined || response.status === 202) {
      await response.body?.cancel();
      if (request === undefined) return;
      throw new ConnectionError(
        "invalid",
        "The server answered the request with status 202, without a response",
      );
    }
    if (!isEventStream(response)) {
      const text = await wholeText(response, this.#host.limit);
      const type = response.headers.get("content-type") ?? "no content type";
      const message = this.arrived(
        text,
        request,
        ` ${response.status} (${cleanText(type, MAX_REFUSAL)})`,
      );
      if (isAnswerTo(message, request.id)) return;
      throw new ConnectionError(
        "invalid",
        "The server answered with the response to another request",
      );
    }
    const { id: session } = this.session;
    let answered = false;
    const problem = await follow(response, {
      fetcher: this.#host.fetcher,
      headers: () => this.session.headers(),
      limit: this.#host.limit,
      signal,
      // A stream outside a session ends with its connection and cannot be
      // resumed.
      back: resumable ? "to an id" : "never",
      onMessage: (text) => {
        const message = this.arrived(text, request);
        if (isAnswerTo(message, request.id)) answered = true;
      },
      done: () => answered,
    });
    // Renewing the session sends `initialize`, so `initialize` must not wait
    // for a renewal.
    if (problem instanceof StreamRefused && request.method !== "initialize") {
      await this.session.refused(problem, session);
    }
    if (problem) throw problem;
  }

  /**
   * Handles the text of a received message or batch. `request` is the request
   * whose HTTP response contains the text, if there is one. `as` is the status
   * of the response in error messages, such as ` 200 (text/html)`.
   */
  arrived(text: string, request?: RequestMessage, as = ""): unknown {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      const { name } = this.#host.fetcher;
      const why = `${name} answered${as} with text that is not JSON`;
      this.failed(request?.id, new ConnectionError("invalid", why));
      return undefined;
    }
    this.#take(message, request);
    return message;
  }

  #take(message: unknown, request?: RequestMessage): void {
    if (!isObject(message) || !isRequestId(message.id)) {
      this.#host.receive(message);
      return;
    }
    const { id, method } = message;
    const own = method === undefined ? this.#own.get(id) : undefined;
    const answer = request?.id === id && method === undefined;
    if (answer && request.method === "initialize") {
      this.session.negotiated(message.result);
    }
    if (answer && isObject(message.result)) this.session.answered(request);
    if (answer && request.method === "tools/list" && this.standsAlone) {
      const result = this.#paramHeaders.takeToolList(message.result, (text) =>
        this.#host.failed(undefined, new ConnectionError("invalid", text)),
      );
      Object.assign(message, { result });
    }
    if (own) own(message);
    else this.#host.receive(message);
  }

  /**
   * Sends an MCP request that only the transport needs, such as `tools/list` to
   * learn the names of headers. Resolves to the response.
   */
  #ask(unsent: Unsent): Promise<unknown> {
    const id = `transport-${++this.#lastOwn}`;
    const request: RequestMessage = { ...unsent, jsonrpc: "2.0", id };
    return new Promise((resolve, reject) => {
      this.#own.set(id, (answer) => {
        this.#own.delete(id);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
      this.#host.deliver(request);
    });
  }
}
