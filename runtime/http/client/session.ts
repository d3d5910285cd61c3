import { LISTENS_AT_ONCE, RETRY } from "./constants.js";
import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import { delay } from "../../limits/timer.js";
import { follow, StreamRefused } from "./follow.js";
import { isObject } from "../../validation/guards.js";
import { SESSION_HEADER, VERSION_HEADER } from "../headers.js";
import type { Fetcher } from "./fetcher.js";
import type { Received } from "./received.js";
import type {
  Message,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";

/** Request that has no id yet. */
export type Unsent = Pick<RequestMessage, "method" | "params">;

/**
 * Methods whose effect lasts until the session ends. Their requests are
 * repeated in a renewed session.
 */
const LASTING: readonly string[] = ["logging/setLevel", "resources/subscribe"];

/** Transport that owns a session. */
export interface SessionHost {
  readonly fetcher: Fetcher;
  readonly limit: number;
  readonly signal: AbortSignal;
  onMessage(text: string): void;
  /** Sends a request, and resolves to the whole response message. */
  ask(request: Unsent): Promise<unknown>;
  tell(message: Message): Promise<void>;
  report(problem: Error): void;
}

/**
 * Session of an HTTP client: its id, its protocol version, and its stream for
 * messages without a related request.
 */
export class HttpClientSession {
  readonly #host: SessionHost;
  #id: string | undefined;
  #version: string | undefined;
  #opening: RequestMessage | undefined;
  #renewing: Promise<void> | undefined;
  #listening: AbortController | undefined;
  /**
   * State of the rate limit for opening the stream, as a time of
   * `performance.now`. Each attempt moves the time one second further into the
   * future. If the time is more than `LISTENS_AT_ONCE` seconds ahead, the next
   * attempt is delayed.
   */
  #listened = 0;
  /**
   * Successful requests that are repeated in a renewed session. Each key is the
   * URI of a subscribed resource, or undefined for `logging/setLevel`.
   */
  readonly #lasting = new Map<unknown, Unsent>();
  #restoring = false;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Returns the headers for requests in the session. */
  headers(): { [name: string]: string } {
    const headers: { [name: string]: string } = {};
    if (this.#id !== undefined) headers[SESSION_HEADER] = this.#id;
    if (this.#version !== undefined) headers[VERSION_HEADER] = this.#version;
    return headers;
  }

  /** Saves the session id from the HTTP response to `initialize`. */
  opened(request: RequestMessage, response: Received): void {
    this.#opening = request;
    this.#id = response.headers.get(SESSION_HEADER) ?? undefined;
  }

  /** Saves the protocol version from the result of `initialize`. */
  negotiated(result: unknown): void {
    const version = isObject(result) ? result.protocolVersion : undefined;
    if (typeof version === "string") this.#version = version;
  }

  /**
   * Stores a successful request if its effect lasts until the session ends, so
   * that a renewed session can repeat the request.
   */
  answered({ method, params }: Unsent): void {
    if (method === "resources/unsubscribe") this.#lasting.delete(params?.uri);
    else if (LASTING.includes(method))
      this.#lasting.set(params?.uri, { method, params });
  }

  /** Opens the stream for messages without a related request. */
  listen(): void {
    this.#listening?.abort();
    const listening = new AbortController();
    const id = this.#id;
    const { fetcher, limit, signal, onMessage, report } = this.#host;
    this.#listening = listening;
    const stop = (): void => listening.abort();
    signal.addEventListener("abort", stop);
    const ask = (): Promise<Error | undefined> =>
      follow(undefined, {
        fetcher,
        headers: () => this.headers(),
        limit,
        signal: listening.signal,
        back: "always",
        onMessage,
        done: () => false,
      });
    // Limit the rate of attempts to open the stream, because a server may
    // alternately accept and reject it.
    const now = performance.now();
    const ahead = Math.max(0, this.#listened - now);
    this.#listened = now + ahead + RETRY;
    const wait = ahead - LISTENS_AT_ONCE * RETRY;
    const asked = wait > 0 ? delay(wait, listening.signal).then(ask) : ask();
    void asked.then((problem) => {
      signal.removeEventListener("abort", stop);
      if (!problem || listening.signal.aborted) return;
      if (!(problem instanceof StreamRefused)) return report(problem);
      void this.refused(problem, id);
      const { status, wasOpen } = problem;
      const lost = wasOpen && status !== 404;
      // The stream is optional: a server without the stream answers with an
      // error status, which is not reported.
      if (status < 400 || lost) report(problem);
      // The server rejected the resumption, so missed messages may be lost.
      // Open a new stream for later messages.
      if (status >= 400 && lost) this.listen();
    });
  }

  /**
   * Handles the server's rejection of a stream in the session `id`. The
   * returned promise never rejects.
   */
  async refused(refusal: StreamRefused, id: string | undefined): Promise<void> {
    if (refusal.status !== 404 || id === undefined || id !== this.#id) return;
    try {
      if (refusal.wasOpen) await this.renew(id);
      // A 404 may mean that the server does not offer the stream. Send a ping
      // to find out: if the session is lost, the ping also gets a 404, which
      // renews the session.
      else await this.#host.ask({ method: "ping" });
    } catch (error) {
      this.#host.report(asError(error));
    }
  }

  /**
   * Opens a new session after the server has ended the session with the id
   * `lost`. Concurrent calls share one new session.
   */
  renew(lost: string): Promise<void> | undefined {
    if (this.#id !== lost) return this.#renewing;
    this.#renewing ??= this.#reopen().finally(() => {
      this.#renewing = undefined;
    });
    // Do not await the repeated requests, to avoid a deadlock. If the new
    // session is lost too, they wait for the next renewal, which cannot start
    // before this renewal ends.
    void this.#renewing.then(
      () => this.#restore(),
      () => {},
    );
    return this.#renewing;
  }

  /**
   * Repeats the stored requests, whose effect ended with the old session; never
   * rejects.
   */
  async #restore(): Promise<void> {
    if (this.#restoring) return;
    this.#restoring = true;
    for (const { method, params } of this.#lasting.values()) {
      const answer = await this.#host
        .ask({ method, params })
        .catch((error: unknown) => ({ error }));
      if (!isObject(answer) || answer.error === undefined) continue;
      const text = `The session was reopened, but the server rejected ${method} of ${String(params?.uri ?? params?.level)}`;
      this.#host.report(new ConnectionError("closed", text, answer.error));
    }
    this.#restoring = false;
  }

  /** Ends the session on the server. */
  async end(signal: AbortSignal): Promise<void> {
    const headers = this.headers();
    this.#listening?.abort();
    if (this.#id === undefined) return;
    this.#id = undefined;
    const { fetcher } = this.#host;
    await fetcher
      .send({ method: "DELETE", headers, signal, background: true })
      .then((response) => response.body?.cancel())
      .catch(() => {}); // an unused session expires on the server
  }

  async #reopen(): Promise<void> {
    const opening = this.#opening;
    const version = this.#version;
    if (opening === undefined) return;
    const { method, params } = opening;
    const answer = await this.#host.ask({ method, params });
    if (!isObject(answer) || !isObject(answer.result)) {
      throw new ConnectionError(
        "closed",
        "The session has ended and could not be reopened",
      );
    }
    if (answer.result.protocolVersion !== version) {
      const text =
        "The server chose another protocol version for the reopened session";
      throw new ConnectionError("version", text);
    }
    await this.#host.tell({
      jsonrpc: "2.0",
      method: "notifications/initialized",
    });
  }
}
