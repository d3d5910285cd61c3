import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import { delay } from "../../limits/timer.js";
import { follow, RETRY, StreamRefused } from "./follow.js";
import { isObject } from "../../validation/guards.js";
import { SESSION_HEADER, VERSION_HEADER } from "../headers.js";
import type { Fetcher } from "./fetcher.js";
import type {
  Message,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";

/** Request without an id. */
export type Unsent = Pick<RequestMessage, "method" | "params">;

/** Requests whose effect lasts as long as the session. */
const LASTING: readonly string[] = ["logging/setLevel", "resources/subscribe"];

/**
 * Number of immediate attempts to open the stream; later attempts are once a
 * second.
 */
const LISTENS_AT_ONCE = 3;

/** Transport that a session belongs to. */
export interface SessionHost {
  readonly fetcher: Fetcher;
  readonly limit: number;
  readonly signal: AbortSignal;
  onMessage(text: string): void;
  /** Sends a request, and resolves to the complete response. */
  ask(request: Unsent): Promise<unknown>;
  tell(message: Message): Promise<void>;
  report(problem: Error): void;
}

/**
 * Session of a client: its id, its revision, and its stream for messages
 * without a related request.
 */
export class HttpClientSession {
  readonly #host: SessionHost;
  #id: string | undefined;
  #version: string | undefined;
  #opening: RequestMessage | undefined;
  #renewing: Promise<void> | undefined;
  #listening: AbortController | undefined;
  /**
   * Time, by `performance.now`, up to which the attempts to open the stream
   * count.
   */
  #listened = 0;
  /**
   * Requests to repeat in a renewed session, by method or URI.
   */
  readonly #lasting = new Map<unknown, Unsent>();
  #restoring = false;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Returns the headers of requests of the session. */
  headers(): { [name: string]: string } {
    const headers: { [name: string]: string } = {};
    if (this.#id !== undefined) headers[SESSION_HEADER] = this.#id;
    if (this.#version !== undefined) headers[VERSION_HEADER] = this.#version;
    return headers;
  }

  /** Takes the response to the request that opens a session. */
  opened(request: RequestMessage, response: Response): void {
    this.#opening = request;
    this.#id = response.headers.get(SESSION_HEADER) ?? undefined;
  }

  /** Takes the result of the request that opens a session. */
  negotiated(result: unknown): void {
    const version = isObject(result) ? result.protocolVersion : undefined;
    if (typeof version === "string") this.#version = version;
  }

  /** Remembers a successful request whose effect lasts. */
  answered({ method, params }: Unsent): void {
    const about = method === "logging/setLevel" ? method : params?.uri;
    if (method === "resources/unsubscribe") this.#lasting.delete(about);
    else if (LASTING.includes(method))
      this.#lasting.set(about, { method, params });
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
    // Limits the attempts, since a server may alternately open and reject the
    // stream.
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
      const { status, given } = problem;
      const lost = given && status !== 404;
      // The stream is optional, and a server without it answers with an error
      // status.
      if (status < 400 || lost) report(problem);
      // Missed messages may be lost, but later messages still matter.
      if (status >= 400 && lost) this.listen();
    });
  }

  /** Handles a rejected stream of the session `id`; never rejects. */
  async refused(refusal: StreamRefused, id: string | undefined): Promise<void> {
    if (refusal.status !== 404 || id === undefined || id !== this.#id) return;
    try {
      if (refusal.given) await this.renew(id);
      // The server may not offer the stream. A request detects whether the
      // session is lost, and then opens a new one.
      else await this.#host.ask({ method: "ping" });
    } catch (error) {
      this.#host.report(asError(error));
    }
  }

  /**
   * Opens a new session once, after the server has ended the session `lost`.
   */
  renew(lost: string): Promise<void> {
    if (this.#id !== lost) return this.#renewing ?? Promise.resolve();
    this.#renewing ??= this.#reopen().finally(() => {
      this.#renewing = undefined;
    });
    // Not awaited: its requests may find the new session lost again.
    void this.#renewing.then(
      () => this.#restore(),
      () => {},
    );
    return this.#renewing;
  }

  /**
   * Repeats the requests whose effect was lost with the session; never rejects.
   */
  async #restore(): Promise<void> {
    if (this.#restoring) return;
    this.#restoring = true;
    for (const { method, params } of this.#lasting.values()) {
      const answer = await this.#host
        .ask({ method, params })
        .catch((error: unknown) => ({ error }));
      if (!isObject(answer) || answer.error === undefined) continue;
      const text = `The session was opened anew, without ${method} of ${String(params?.uri ?? params?.level)}`;
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
      .send({ method: "DELETE", headers, signal })
      .then((response) => response.body?.cancel())
      .catch(() => {}); // the server ends it by itself
  }

  async #reopen(): Promise<void> {
    const opening = this.#opening;
    const version = this.#version;
    if (opening === undefined) return;
    const { method, params } = opening;
    const answer = await this.#host.ask({ method, params });
    if (!isObject(answer) || !isObject(answer.result)) {
      throw new ConnectionError("closed", "The session could not be reopened");
    }
    if (answer.result.protocolVersion !== version) {
      const text = "The server speaks another revision than before";
      throw new ConnectionError("version", text);
    }
    await this.#host.tell({
      jsonrpc: "2.0",
      method: "notifications/initialized",
    });
  }
}
