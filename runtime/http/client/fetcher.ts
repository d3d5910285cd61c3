import { MAX_ATTEMPTS, WAITING_EVERY } from "./constants.js";
import { authorizerOf } from "./authorizer.js";
import { discardBody, redirected, withoutSecrets } from "./redirect.js";
import type { Authorizer, HttpChallenge } from "./authorizer.js";

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
   * @default The platform's `fetch`.
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Authorizer returned by `oauth()`, or a function that returns an access
   * token when the server requires one. The function returns undefined to give
   * up. Each request is repeated at most twice.
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
  readonly signal: AbortSignal;
  /** Whether the user must not be asked to sign in for this request. */
  readonly background?: boolean | undefined;
  /** Callback invoked repeatedly while the user is asked to sign in. */
  readonly waiting?: (() => void) | undefined;
}

/**
 * Sends HTTP requests with the user's headers and the authorization headers.
 */
export class Fetcher {
  readonly url: string;
  readonly #options: HttpClientOptions;
  readonly #authorizer: Authorizer | undefined;
  /** Value of the last `Authorization` header, without its scheme. */
  #token: string | undefined;

  constructor(url: string, options: HttpClientOptions) {
    const { authorize } = options;
    this.url = url;
    this.#options = options;
    this.#authorizer =
      typeof authorize === "function" ? authorizerOf(authorize) : authorize;
  }

  /** Name of the server in error messages: its URL without secrets. */
  get name(): string {
    return withoutSecrets(this.url);
  }

  /**
   * Returns a text that contains the user's headers and the token of the next
   * request. Cached private results are reused only for an equal text.
   */
  async credentials(): Promise<string> {
    const { url } = this;
    const request = { method: "POST", url, server: url } as const;
    const proof = await this.#authorizer?.headers(request);
    return JSON.stringify([await this.#own(), proof?.authorization]);
  }

  /** Replaces the token of the last request in a text that the server sent. */
  withoutToken(text: string): string {
    const token = this.#token;
    return token ? text.replaceAll(token, "[redacted]") : text;
  }

  async send(request: Outgoing): Promise<Response> {
    const own = this.#options.fetch ?? (fetch as Fetch);
    const { method, signal, url = this.url } = request;
    const asked = { method, url, server: this.url };
    for (let attempt = 1; ; attempt += 1) {
      const headers = (await this.#authorizer?.headers(asked)) ?? {};
      const init: Parameters<Fetch>[1] = {
        method,
        headers: {
          ...lowerCase(await this.#own()),
          ...headers,
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal,
        redirect: "manual",
      };
      this.#token = init.headers["authorization"]?.replace(/^\S+\s+/, "");
      const response = await redirected((to) => own(to, init), url, signal);
      const challenge = challengeOf(response);
      if (!this.#authorizer || !challenge || attempt >= MAX_ATTEMPTS)
        return response;
      const waiting = setInterval(() => request.waiting?.(), WAITING_EVERY);
      try {
        const { background } = request;
        const refused = { ...asked, headers, signal, background };
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

  /** Returns the headers from the user's options. */
  async #own(): Promise<Headers> {
    const { headers = {} } = this.#options;
    return typeof headers === "function" ? headers() : headers;
  }
}

/**
 * Converts header names to lower case, so that later headers replace earlier
 * ones of the same name.
 */
function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/**
 * Returns the authorization challenge of a response, or undefined if it has
 * none.
 */
function challengeOf(response: Response): HttpChallenge | undefined {
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

/**
 * Reads the body of a response and passes the text of each chunk to `onText`.
 * An error that `onText` throws stops the reading.
 */
export async function readText(
  response: Response,
  onText: (text: string) => void,
): Promise<void> {
  const reader = response.body?.getReader();
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
  response: Response,
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
