/** Options of `oauth()`, and types of the requests that grants receive. */
import type { Fetch } from "../../http/client/received.js";
import type {
  AuthorizationServer,
  OAuthClient,
  OAuthCredentials,
  Tokens,
} from "./types.js";
import type { PermitOptions, TokenPermit } from "./permit/permit.js";
import type { OAuthStore } from "./stores/store.js";

/** Description of a sign-in, for the user interface. */
export interface SignInRequest {
  /** URL of the MCP server that requires authorization, without its query. */
  readonly server: string;
  /** Name of the server in a host; `undefined` outside of a host. */
  readonly name: string | undefined;
  /**
   * Issuer identifier of the authorization server that the sign-in page belongs
   * to.
   */
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Signal that is aborted when the sign-in is cancelled or has timed out. */
  readonly signal: AbortSignal;
}

/** Signer of DPoP proofs (RFC 9449). Created by {@link dpop}. */
export interface ProofSigner {
  /**
   * Returns the proof for an HTTP request. Pass `token` if the request sends an
   * access token: the proof then contains the hash of the token.
   */
  proof(method: string, url: string, token?: string): Promise<string>;
  /**
   * Saves the DPoP nonce that the server at `url` sent. All later proofs for
   * this server must contain the nonce (RFC 9449, section 8).
   */
  nonce(url: string, nonce: string): void;
}

/**
 * OAuth grant: a procedure that obtains tokens, such as {@link
 * clientCredentials}, {@link jwtBearer} or {@link deviceCode}.
 */
export interface Grant {
  /**
   * Values of `grant_types` in the client's dynamic registration (RFC 7591).
   */
  readonly types: readonly string[];
  /**
   * Whether the grant involves the user. If so, refresh tokens are requested,
   * and the client can be registered dynamically. If not, {@link oauth}
   * requires the option `servers`.
   */
  readonly asksUser: boolean;
  /**
   * Issuer identifier of the only authorization server that the grant uses.
   * @default any issuer that an MCP server names
   */
  readonly issuer?: string | undefined;
  run(request: GrantRequest): Promise<Tokens>;
}

/** Options for {@link oauth}. */
export interface OAuthOptions extends PermitOptions {
  /**
   * Name of the program, sent at dynamic registration. Users see the name on
   * the consent page.
   * @default "MCP client"
   */
  readonly clientName?: string | undefined;
  /**
   * Callback that opens the sign-in page for the user. If your program receives
   * the redirect itself, return the redirect URL. Return nothing if the
   * loopback listener receives the redirect. Required for the default grant.
   */
  readonly open?:
    | ((
        url: string,
        request: SignInRequest,
      ) => string | void | Promise<string | void>)
    | undefined;
  /**
   * Redirect URI of the authorization code grant. For an `http` loopback
   * address, the program listens on that port during the sign-in. For any other
   * URI, `open` must return the URL of the redirect.
   * @default a loopback address with a free port
   */
  readonly redirectUri?: string | undefined;
  /**
   * Store for tokens and client registrations, such as {@link fileStore}.
   * @default {@link memoryStore}
   */
  readonly store?: OAuthStore | undefined;
  /**
   * Credentials of clients that were registered at authorization servers in
   * advance.
   */
  readonly credentials?:
    OAuthCredentials | readonly OAuthCredentials[] | undefined;
  /**
   * URL of a Client ID Metadata Document that describes this client. The URL
   * serves as client identifier at authorization servers that support such
   * documents. Must be an `https` URL with a path.
   */
  readonly clientMetadataUrl?: string | undefined;
  /**
   * Additional members of the dynamic registration request (RFC 7591, section
   * 2).
   */
  readonly clientMetadata?: { readonly [name: string]: unknown } | undefined;
  /**
   * Grant that obtains the tokens.
   * @default the authorization code grant with PKCE
   */
  readonly grant?: Grant | undefined;
  /**
   * Signer of DPoP proofs, created by {@link dpop}. Binds tokens to a key, so
   * that stolen tokens cannot be used.
   * @default unbound bearer tokens
   */
  readonly dpop?: ProofSigner | undefined;
  /**
   * Time that the user has to sign in, in milliseconds.
   * @default 300_000
   */
  readonly signInTimeout?: number | undefined;
  /**
   * Function that sends requests to authorization servers.
   * @default the global `fetch`
   */
  readonly fetch?: Fetch | undefined;
}

/**
 * Input of a grant: describes the tokens that the grant must obtain, and
 * contains functions for its requests.
 */
export interface GrantRequest extends SignInRequest {
  readonly options: OAuthOptions;
  /** Proof that the MCP server may get tokens of the authorization server. */
  readonly permit: TokenPermit;
  readonly authorizationServer: AuthorizationServer;
  /**
   * Identifier of the MCP server for which the token is requested (RFC 8707),
   * from the server's metadata.
   */
  readonly resource: string;
  /**
   * Returns the client registration to use, and registers the client if needed.
   * With `redirectUri`, the client is registered for that redirect URI.
   */
  client(redirectUri?: string): Promise<OAuthClient>;
  /**
   * Returns the redirect URI of the existing client registration, or
   * `undefined` if there is none.
   */
  lastRedirectUri(): Promise<string | undefined>;
  /**
   * Sends a request to the token endpoint and authenticates as the client.
   *
   * @throws OAuthError with the error code of the authorization server when it
   *   refuses.
   */
  token(
    client: OAuthClient,
    parameters: { readonly [name: string]: string },
  ): Promise<Tokens>;
}
