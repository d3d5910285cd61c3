/** Challenge of a server: the fields of its `WWW-Authenticate` header. */
export interface HttpChallenge {
  /** 401 without a valid token; 403 if the token lacks a scope. */
  readonly status: number;
  /** URL of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string | undefined;
  /** Required scopes, separated by spaces. */
  readonly scope: string | undefined;
  readonly error: string | undefined;
  /** `DPoP-Nonce` (RFC 9449), which the next proof must contain. */
  readonly dpopNonce: string | undefined;
  /** Complete header. */
  readonly header: string;
}

/** Request to authorize. */
export interface Authorized {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  /** URL of the server's endpoint; `url` may be another URL of the server. */
  readonly server: string;
}

/** Request that the server did not allow. */
export interface Unauthorized extends Authorized {
  /** Headers that the authorizer added to the request. */
  readonly headers: { readonly [name: string]: string };
  /** Signal that is aborted when the request is cancelled. */
  readonly signal: AbortSignal;
  /** Name of the server in a host. */
  readonly name?: string | undefined;
  /**
   * Whether the user may be asked to sign in at an issuer.
   *
   * @default Always allowed.
   */
  readonly approve?: ((issuer: string) => Promise<boolean>) | undefined;
}

/** Authorizes requests. One authorizer may serve many servers. */
export interface Authorizer {
  /**
   * Returns the authorization headers of a request, with names in lower case.
   */
  headers(
    request: Authorized,
  ):
    | { readonly [name: string]: string }
    | Promise<{ readonly [name: string]: string }>;
  /**
   * Responds to a challenge; resolves to true if the request should be sent
   * again.
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
 * Creates an authorizer that gets its token from a function, one request at a
 * time.
 */
export function authorizerOf(getToken: GetToken): Authorizer {
  let bearer: string | undefined;
  let asking: Promise<string | undefined> | undefined;
  const headers = (): { [name: string]: string } =>
    bearer === undefined ? {} : { authorization: bearer };
  return {
    headers,
    async challenged(challenge, request) {
      // Another request may have got a new token in the meantime.
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
