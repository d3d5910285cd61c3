/** Who takes part in getting a token, and what comes of it. */

/** What an authorization server knows this program by. */
export interface OAuthCredentials {
  readonly id: string;
  readonly secret?: string | undefined;
  /** Signs in place of a secret: see {@link privateKeyJwt}. */
  readonly assertion?: ClientAssertion | undefined;
  /**
   * Who gave them: they are shown to no other issuer. Default: the first issuer
   * that a server names, which is remembered in the store.
   */
  readonly issuer?: string | undefined;
}

/** Makes a JWT that proves who the client is (RFC 7523, 2.2). */
export type ClientAssertion = (
  clientId: string,
  issuer: string,
) => Promise<string>;

/** A client as an authorization server knows it. */
export interface OAuthClient extends OAuthCredentials {
  /** How it proves who it is, where that was agreed on. */
  readonly method?: string | undefined;
}

/** What is used of an authorization server's metadata. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly deviceEndpoint: string | undefined;
  readonly scopes: readonly string[];
  /** Ways to prove who a client is; undefined where that is not said. */
  readonly methods: readonly string[] | undefined;
  /** Ways to get tokens; undefined where that is not said. */
  readonly grants: readonly string[] | undefined;
  readonly hasPkce: boolean;
  readonly takesDocuments: boolean;
  /** Whether `iss` is in every answer (RFC 9207). */
  readonly saysIssuer: boolean;
}

/** What a token endpoint gave. */
export interface Tokens {
  /** The client that they were given to: a refresh token is for nobody else. */
  readonly clientId: string;
  readonly accessToken: string;
  readonly type: "Bearer" | "DPoP";
  /**
   * When the access token counts as ended, in milliseconds since 1970, where that is
   * known: a little early, as it has to arrive.
   */
  readonly expires?: number | undefined;
  readonly refreshToken?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}
