import { MAX_ATTEMPTS, WAITING_EVERY } from "./constants.js";
import { authorizerOf } from "./authorizer.js";
import { toSignal } from "./abort.js";
import { createSender } from "./node-http.js";
import { discardBody } from "./received.js";
import { redirected, withoutSecrets } from "./redirect.js";
import type { Authorizer, HttpChallenge } from "./authorizer.js";
import type { Abortable } from "./abort.js";
import type { Sender } from "./node-http.js";
import type { Fetch, HttpInit, Received } from "./received.js";

type Headers = { readonly [name: string]: string };

/** Options for {@link http}. */
export interface HttpClientOptions {
  /**
   * Additional headers for all requests, or a function that returns them for
   * each request.
   */
  readonly headers?: Headers | (() => Headers | Promise<Headers>) | undefined;
  /**
   * Function that sends requests.
   *
   * @default The platform's `fetch`. On Node.js, `node:http` if the program has
   * not replaced `fetch` or its dispatcher.
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Authorizer returned by `oauth()`, or a function. The function is called
   * when the server requires an access token. It returns the token, or
   * undefined to give up. Each request is repeated at most twice with a new
   * token.
   */
  readonly authorize?:
    | Authorizer
    | ((
        challenge: HttpChallenge,
      ) => string | undefined | Promise<string | undefined>)
    | undefined;
  /**
   * Maximum length of a message, in characters.
   *
   * @default limits.message
   */
  readonly maxMessage?: number | undefined;
}

/** HTTP request to the MCP server. */
export interface Outgoing {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url?: string | undefined;
  readonly headers: Headers;
  readonly body?: string | undefined;
  readonly signal: Abortable;
  /** Whether the user must not be asked to sign in for this request. */
  readonly background?: boolean | undefined;
  /** Callback invoked repeatedly while the user is asked to sign in. */
  readonly waiting?: (() => void) | undefined;
}

/**
 * Sends HTTP requests with the headers from the options and the authorization
 * headers.
 */
export class Fetcher {
  readonly url: string;
  readonly #options: HttpClientOptions;
  readonly #authorizer: Authorizer | undefined;
  readonly #sender: Sender;
  /** Value of the last `Authorization` header, without its scheme. */
  #token: string | undefined;

  constructor(url: string, options: HttpClientOptions) {
    const { authorize } = options;
    this.url = url;
    this.#options = options;
    this.#sender = createSender(options.fetch);
    this.#authorizer =
      typeof authorize === "function" ? authorizerOf(authorize) : authorize;
  }

  /** Name of the server in error messages: its URL without secrets. */
  get name(): string {
    return withoutSecrets(this.url);
  }

  /**
   * Returns a text that contains the token of the next request, and the headers
   * from the options. The result cache reuses a private result only while this
   * text is unchanged.
   */
  async credentials(): Promise<string> {
    const { url } = this;
    const request = { method: "POST", url, server: url } as const;
    const proof = await this.#authorizer?.headers(request);
    const { headers: own = {} } = this.#options;
    const headers = typeof own === "function" ? await own() : own;
    return JSON.stringify([headers, proof?.authorization]);
  }

  /**
   * Replaces the token of the last request in a text that the server sent, so
   * that error messages do not reveal the token.
   */
  withoutToken(text: string): string {
    const token = this.#token;
    return token ? text.replaceAll(token, "[redacted]") : text;
  }

  async send(request: Outgoing): Promise<Received> {
    const sender = this.#sender;
    const { method, signal, body, url = this.url } = request;
    const asked = { method, url, server: this.url };
    for (let attempt = 1; ; attempt += 1) {
      // Await only if there is a promise, because every `await` takes time.
      const authorizing = this.#authorizer?.headers(asked);
      const headers = authorizing && (await authorizing);
      const own = this.#options.headers;
      const all: { [name: string]: string } = {};
      addHeaders(all, typeof own === "function" ? await own() : own);
      addHeaders(all, headers);
      addHeaders(all, request.headers);
      const redirect = "manual";
      const init: HttpInit =
        body === undefined
          ? { method, headers: all, signal, redirect }
          : { method, headers: all, body, signal, redirect };
      this.#token = all["authorization"]?.replace(/^\S+\s+/, "");
      const response = await redirected(
        (to) => sender.request(to, init),
        url,
        signal,
      );
      const challenge = challengeOf(response);
      if (!this.#authorizer || !challenge || attempt >= MAX_ATTEMPTS)
        return response;
      const waiting = setInterval(() => request.waiting?.(), WAITING_EVERY);
      try {
        const { background } = request;
        const refused = {
          ...asked,
          headers: headers ?? {},
          signal: toSignal(signal),
          background,
        };
        if (!(await this.#authorizer.challenged(challenge, refused)))
          return response;
      } catch (error) {
        discardBody(response);
        throw error;
      } finally {
        clearInterval(waiting);
      }
      discardBody(response);
    }
  }

  /** Closes idle connections. Call it only after all requests have ended. */
  close(): void {
    this.#sender.close();
  }
}

/**
 * Adds headers to `all` with names in lower case, so that later headers replace
 * earlier ones of the same name. Removes white space around values, as `fetch`
 * does.
 */
function addHeaders(
  all: { [name: string]: string },
  headers: Headers | undefined = {},
): void {
  for (const name of Object.keys(headers))
    all[name.toLowerCase()] = String(headers[name]).trim();
}

/**
 * Returns the authorization challenge of a response, or undefined if it has
 * none.
 */
function challengeOf(response: Received): HttpChallenge | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const header = response.headers.get("www-authenticate") ?? "";
  const parts: { [name: string]: string | undefined } = {};
  // The lookbehind in the pattern prevents matches that start within a word.
  // Such matches would make the search take quadratic time.
  for (const [, name, quoted, plain] of header.matchAll(
    /(?<![\w-])([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g,
  )) {
    if (name)
      parts[name.toLowerCase()] = quoted?.replace(/\\(.)/g, "$1") ?? plain;
  }
  if (status === 403 && parts.error !== "insufficient_scope") return undefined;
  return {
    status,
    resourceMetadata: parts.resource_metadata,
    scope: parts.scope,
    error: parts.error,
    dpopNonce: response.headers.get("dpop-nonce") ?? undefined,
    header,
  };
}
