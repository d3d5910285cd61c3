/**
 * Authorization challenge of a server, parsed from the `WWW-Authenticate`
 * header.
 */
export interface HttpChallenge {
  /**
   * HTTP status: 401 if the request had no valid token; 403 if the token lacks
   * a scope.
   */
  readonly status: number;
  /** URL of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** Scopes that the request requires, separated by spaces. */
  readonly scope: string | undefined;
  readonly error: string | undefined;
  /**
   * Value of the `DPoP-Nonce` header (RFC 9449). The next DPoP proof must
   * contain this value.
   */
  readonly dpopNonce: string | undefined;
  /** Complete text of the `WWW-Authenticate` header. */
  readonly header: string;
}

/** Request that needs authorization headers. */
export interface Authorized {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  /**
   * URL of the MCP endpoint. It differs from the request's `url` only in the
   * legacy SSE transport, where the server names a separate URL for messages.
   */
  readonly server: string;
}

/** Request that the server answered with a challenge. */
export interface Unauthorized extends Authorized {
  /** Headers that the authorizer added to the request. */
  readonly headers: { readonly [name: string]: string };
  /** Signal that is aborted when the request is cancelled. */
  readonly signal: AbortSignal;
  /** Name of the server in the configuration of an MCP host. */
  readonly name?: string | undefined;
  /**
   * True if no request of the program waits for this HTTP request, for example
   * if the HTTP request carries a notification. The user is then not asked to
   * sign in.
   */
  readonly background?: boolean | undefined;
  /**
   * Decides whether the user may be asked to sign in at an issuer
   * (authorization server). Resolves to `approved` or `refused` if the program
   * has a hook that decides, and to `allowed` if it has none.
   *
   * @default always allowed
   */
  readonly approve?:
    | ((issuer: string) => Promise<"approved" | "allowed" | "refused">)
    | undefined;
}

/** Adds authorization to requests. One authorizer may serve many servers. */
export interface Authorizer {
  /**
   * Returns the authorization headers for a request, with header names in lower
   * case.
   */
  headers(
    request: Authorized,
  ):
    | { readonly [name: string]: string }
    | Promise<{ readonly [name: string]: string }>;
  /**
   * Handles a challenge; resolves to true if the request should be sent again.
   */
  challenged(
    challenge: HttpChallenge,
    request: Unauthorized,
  ): boolean | Promise<boolean>;
}

type GetToken = (
  challenge: HttpChallenge,
) => string | undefined | Promise<string | undefined>;

/**
 * Creates an authorizer from a function that returns a token. Concurrent
 * challenges share one call of the function.
 */
export function authorizerOf(getToken: GetToken): Authorizer {
  let bearer: string | undefined;
  let asking: Promise<string | undefined> | undefined;
  const headers = (): { [name: string]: string } =>
    bearer === undefined ? {} : { authorization: bearer };
  return {
    headers,
    async challenged(challenge, request) {
      // If a concurrent request has already obtained a new token, send this
      // request again with that token.
      if (request.headers.authorization !== bearer) return true;
      if (request.background) return false;
      const asked = (asking ??= Promise.resolve(getToken(challenge)));
      try {
        const token = await asked;
        if (token === undefined) return false;
        bearer = `Bearer ${token}`;
        return true;
      } finally {
        if (asking === asked) asking = undefined;
      }
    },
  };
}
