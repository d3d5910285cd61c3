/** Types of OAuth clients, authorization servers and tokens. */

/**
 * Client identifier and credentials of this program at an authorization server.
 */
export interface OAuthCredentials {
  readonly id: string;
  readonly secret?: string | undefined;
  /**
   * Function that creates a signed assertion, which is sent instead of a
   * secret. See {@link privateKeyJwt}.
   */
  readonly assertion?: ClientAssertion | undefined;
  /**
   * Issuer identifier of the authorization server that issued these
   * credentials. The client never sends the credentials to another issuer.
   * @default the first issuer that an MCP server names, which is saved in the
   *   store
   */
  readonly issuer?: string | undefined;
}

/**
 * Function that creates a JWT which authenticates the client (RFC 7523, section
 * 2.2).
 */
export type ClientAssertion = (
  clientId: string,
  issuer: string,
) => Promise<string>;

/** Client as registered at an authorization server. */
export interface OAuthClient extends OAuthCredentials {
  /**
   * Registered method of client authentication (`token_endpoint_auth_method`),
   * if known.
   */
  readonly method?: string | undefined;
}

/**
 * Metadata of an authorization server (RFC 8414). Contains only the members
 * that this library uses.
 */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly deviceEndpoint: string | undefined;
  readonly scopes: readonly string[];
  /**
   * Resources that the authorization server lists (`protected_resources`, RFC
   * 9728, section 4); `undefined` if the metadata lists no resources.
   */
  readonly resources: readonly string[] | undefined;
  /**
   * Supported methods of client authentication; `undefined` if the metadata
   * does not list methods.
   */
  readonly methods: readonly string[] | undefined;
  /**
   * Supported grant types; `undefined` if the metadata does not list grant
   * types.
   */
  readonly grants: readonly string[] | undefined;
  readonly hasPkce: boolean;
  readonly takesDocuments: boolean;
  /** Whether every authorization response contains `iss` (RFC 9207). */
  readonly saysIssuer: boolean;
}

/** Successful response of a token endpoint. */
export interface Tokens {
  /**
   * Identifier of the client that received the tokens. A refresh token works
   * only for this client.
   */
  readonly clientId: string;
  /**
   * URL of the token endpoint that issued the tokens. A refresh token is sent to
   * no other endpoint.
   */
  readonly endpoint: string;
  readonly accessToken: string;
  readonly type: "Bearer" | "DPoP";
  /**
   * Time from which the access token is treated as expired, in milliseconds
   * since 1970. This time is slightly before the actual expiry, to allow for
   * the duration of a request.
   */
  readonly expires?: number | undefined;
  readonly refreshToken?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}
