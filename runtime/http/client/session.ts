import { asError, ConnectionError } from "../../json-rpc/messages/errors.js";
import { delay } from "../../limits/timer.js";
import { follow, RETRY, StreamRefused } from "./follow.js";
import { VERSION_HEADER } from "../param-headers.js";
import { SESSION_HEADER } from "../server/session.js";
import { isObject } from "../../validation/guards.js";
import type { Fetcher } from "./fetcher.js";
import type {
  Message,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";

/** A request that has no id yet. */
export type Unsent = Pick<RequestMessage, "method" | "params">;

/** Requests of which a server keeps something for the session. */
const LASTING: readonly string[] = ["logging/setLevel", "resources/subscribe"];

/** How often the stream is asked for again before that is once a second. */
const LISTENS_AT_ONCE = 3;

/** What the session needs of its transport. */
export interface SessionHost {
  readonly fetcher: Fetcher;
  readonly limit: number;
  readonly signal: AbortSignal;
  onMessage(text: string): void;
  /** Sends a request, and resolves to the whole answer. */
  ask(request: Unsent): Promise<unknown>;
  tell(message: Message): Promise<void>;
  report(problem: Error): void;
}

/** A client's session: its id, its revision, and the stream it listens to. */
export class HttpClientSession {
  readonly #host: SessionHost;
  #id: string | undefined;
  #version: string | undefined;
  #opening: RequestMessage | undefined;
  #renewing: Promise<void> | undefined;
  #listening: AbortController | undefined;
  /** Until when, by `performance.now`, the stream was asked for once a second. */
  #listened = 0;
  /** Requests whose effect lasts as long as the session, by what they are about. */
  readonly #lasting = new Map<unknown, Unsent>();
  #restoring = false;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Headers of requests that belong to the session. */
  headers(): { [name: string]: string } {
    const headers: { [name: string]: string } = {};
    if (this.#id !== undefined) headers[SESSION_HEADER] = this.#id;
    if (this.#version !== undefined) headers[VERSION_HEADER] = this.#version;
    return headers;
  }

  /** The server took the request that opens a session. */
  opened(request: RequestMessage, response: Response): void {
    this.#opening = request;
    this.#id = response.headers.get(SESSION_HEADER) ?? undefined;
  }

  /** The result of that request arrived. */
  negotiated(result: unknown): void {
    const version = isObject(result) ? result.protocolVersion : undefined;
    if (typeof version === "string") this.#version = version;
  }

  /** A request was answered with a result. */
  answered({ method, params }: Unsent): void {
    const about = method === "logging/setLevel" ? method : params?.uri;
    if (method === "resources/unsubscribe") this.#lasting.delete(about);
    else if (LASTING.includes(method))
      this.#lasting.set(about, { method, params });
  }

  /** Asks for the stream of what belongs to no request. */
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
    // A server may give and refuse it in turn, or end the session each time.
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
      // Servers need not offer the stream, but then they say so.
      if (status < 400 || lost) report(problem);
      // What was missed may not be kept, but what is to come is wanted.
      if (status >= 400 && lost) this.listen();
    });
  }

  /** The server refused a stream of the session of id `id`; never rejects. */
  async refused(refusal: StreamRefused, id: string | undefined): Promise<void> {
    if (refusal.status !== 404 || id === undefined || id !== this.#id) return;
    try {
      if (refusal.given) await this.renew(id);
      // Before the first stream the server may simply offer none. A request
      // finds out: if the session is lost, it opens another.
      else await this.#host.ask({ method: "ping" });
    } catch (error) {
      this.#host.report(asError(error));
    }
  }

  /** Opens a session anew, once, when the server has ended that of id `lost`. */
  renew(lost: string): Promise<void> {
    if (this.#id !== lost) return this.#renewing ?? Promise.resolve();
    this.#renewing ??= this.#reopen().finally(() => {
      this.#renewing = undefined;
    });
    // Not waited for: a request that it sends may find the session lost again.
    void this.#renewing.then(
      () => this.#restore(),
      () => {},
    );
    return this.#renewing;
  }

  /** Asks a renewed session for what the lost one was asked for; never rejects. */
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

  /** Tells the server that the session is not needed any more. */
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
