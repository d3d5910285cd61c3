import { redirected, withoutSecrets } from "./redirect.js";

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: { [name: string]: string };
    readonly body?: string;
    readonly signal: AbortSignal;
    /** Where a redirect leads is for the client to judge. */
    readonly redirect: "manual";
  },
) => Promise<Response>;

type Headers = { readonly [name: string]: string };

/** What a server asks for before it answers, of its `WWW-Authenticate`. */
export interface HttpChallenge {
  /** 401: no valid token; 403: a token that does not allow enough. */
  readonly status: number;
  /** Address of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** Scopes that are needed, with spaces between them. */
  readonly scope: string | undefined;
  readonly error: string | undefined;
  /** The whole header. */
  readonly header: string;
}

/** Options of {@link http}. */
export interface HttpClientOptions {
  /** Headers of every request; a function is asked each time. */
  readonly headers?: Headers | (() => Headers | Promise<Headers>) | undefined;
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Gets an access token when the server asks for one; undefined gives up. The
   * request is sent again, at most twice.
   */
  readonly authorize?:
    | ((
        challenge: HttpChallenge,
      ) => string | undefined | Promise<string | undefined>)
    | undefined;
  /** Longest message that is taken, in characters. Default: `limits.message`. */
  readonly maxMessage?: number | undefined;
}

/** A request to the server. */
export interface Outgoing {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url?: string | undefined;
  readonly headers: Headers;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

const MAX_ATTEMPTS = 3;

/** Sends requests with the user's headers and token. */
export class Fetcher {
  readonly url: string;
  readonly #options: HttpClientOptions;
  #token: string | undefined;
  #asking: Promise<string | undefined> | undefined;

  constructor(url: string, options: HttpClientOptions) {
    this.url = url;
    this.#options = options;
  }

  /** The address as messages name it. */
  get name(): string {
    return withoutSecrets(this.url);
  }

  /** What the next request will show of its sender. */
  async credentials(): Promise<string> {
    const { headers = {} } = this.#options;
    const own = typeof headers === "function" ? await headers() : headers;
    return JSON.stringify([own, this.#token]);
  }

  async send(request: Outgoing): Promise<Response> {
    const { headers = {}, authorize } = this.#options;
    const own = this.#options.fetch ?? (fetch as Fetch);
    for (let attempt = 1; ; attempt += 1) {
      const token = this.#token;
      const init: Parameters<Fetch>[1] = {
        method: request.method,
        headers: {
          ...lowerCase(
            typeof headers === "function" ? await headers() : headers,
          ),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: request.signal,
        redirect: "manual",
      };
      const response = await redirected(
        (url) => own(url, init),
        request.url ?? this.url,
        request.signal,
      );
      const challenge = challengeOf(response);
      if (!authorize || !challenge || attempt >= MAX_ATTEMPTS) return response;
      if (this.#token === token) {
        const asking = (this.#asking ??= Promise.resolve(authorize(challenge)));
        try {
          const next = await asking;
          if (next === undefined) return response;
          this.#token = next;
        } finally {
          if (this.#asking === asking) this.#asking = undefined;
        }
      }
      await response.body?.cancel();
    }
  }
}

/** Headers under one name each, however the user writes it. */
function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** What a response asks for; undefined when it does not ask. */
function challengeOf(response: Response): HttpChallenge | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const header = response.headers.get("www-authenticate") ?? "";
  const parts: { [name: string]: string | undefined } = {};
  // No match is tried from within a word: that would take quadratic time.
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
    header,
  };
}

/** Reads a body, and gives the text of each chunk to `onText`, which may throw. */
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

/** A whole body as text. */
export async function wholeText(
  response: Response,
  limit: number,
): Promise<string> {
  let whole = "";
  await readText(response, (text) => {
    whole += text;
    if (whole.length <= limit) return;
    throw new Error(`An answer was longer than ${limit} characters`);
  });
  return whole;
}
