/** What a server asks for before it answers, of its `WWW-Authenticate`. */
export interface HttpChallenge {
  /** 401: no valid token; 403: a token that does not allow enough. */
  readonly status: number;
  /** Address of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** Scopes that are needed, with spaces between them. */
  readonly scope: string | undefined;
  readonly error: string | undefined;
  /** `DPoP-Nonce` (RFC 9449): what the next proof has to repeat. */
  readonly dpopNonce: string | undefined;
  /** The whole header. */
  readonly header: string;
}

/** A request that is to be authorized. */
export interface Authorized {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  /** Address of the server's endpoint; `url` may be another one of it. */
  readonly server: string;
}

/** A request that was sent and is not allowed. */
export interface Unauthorized extends Authorized {
  /** What the authorizer had it say. */
  readonly headers: { readonly [name: string]: string };
  /** Is aborted when nobody waits for the request any more. */
  readonly signal: AbortSignal;
  /** What a host calls the server. */
  readonly name?: string | undefined;
  /** Whether the user may be asked to sign in at that issuer. Default: yes. */
  readonly approve?: ((issuer: string) => Promise<boolean>) | undefined;
}

/** Proves to a server who sends requests. One may be used for many servers. */
export interface Authorizer {
  /** The headers that prove it, names in lower case; asked for each request. */
  headers(
    request: Authorized,
  ):
    | { readonly [name: string]: string }
    | Promise<{ readonly [name: string]: string }>;
  /** Does what a server asks for: true when the request is to be sent again. */
  challenged(
    challenge: HttpChallenge,
    request: Unauthorized,
  ): boolean | Promise<boolean>;
}

type GetToken = (
  challenge: HttpChallenge,
) => string | undefined | Promise<string | undefined>;

/** An authorizer that asks a function for its token, for one request at a time. */
export function authorizerOf(getToken: GetToken): Authorizer {
  let bearer: string | undefined;
  let asking: Promise<string | undefined> | undefined;
  const headers = (): { [name: string]: string } =>
    bearer === undefined ? {} : { authorization: bearer };
  return {
    headers,
    async challenged(challenge, request) {
      // Another request may have brought a new token meanwhile.
      if (request.headers.authorization !== bearer) return true;
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
