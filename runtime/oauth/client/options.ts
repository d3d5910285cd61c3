/** What `oauth()` is told, and what it hands to the ways of getting a token. */
import type { Fetch } from "../../http/client/fetcher.js";
import type {
  AuthorizationServer,
  OAuthClient,
  OAuthCredentials,
  Tokens,
} from "./types.js";
import type { OAuthStore } from "./stores/store.js";

/** Who asks the user to sign in. */
export interface SignInRequest {
  /** Address of the server that needs it, without its query. */
  readonly server: string;
  /** What a host calls the server. */
  readonly name: string | undefined;
  /** The authorization server that the page is of. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Is aborted when the answer is not waited for any more. */
  readonly signal: AbortSignal;
}

/** Proves possession of a key (RFC 9449): see {@link dpop}. */
export interface ProofSigner {
  /** The proof for a request, with a token where it shows one. */
  proof(method: string, url: string, token?: string): Promise<string>;
  /** What the next proofs for the server at `url` have to repeat. */
  nonce(url: string, nonce: string): void;
}

/** A way to get tokens, such as {@link clientCredentials}. */
export interface Grant {
  /** `grant_types` that a client registers for it. */
  readonly types: readonly string[];
  /** Whether the user signs in, and refresh tokens are wanted. */
  readonly asksUser: boolean;
  run(request: GrantRequest): Promise<Tokens>;
}

/** Options of {@link oauth}. */
export interface OAuthOptions {
  /** What users read where they are asked for consent. Default: `MCP client`. */
  readonly clientName?: string | undefined;
  /**
   * Shows the user a page. Returns the address that the browser was redirected to,
   * where the program learns it itself, and else nothing.
   */
  readonly open?:
    | ((
        url: string,
        request: SignInRequest,
      ) => string | void | Promise<string | void>)
    | undefined;
  /**
   * Where the browser comes back to. Default: a free port of this machine, where the
   * program listens meanwhile. It listens too where a loopback address is given.
   */
  readonly redirectUri?: string | undefined;
  /** Where tokens are kept. Default: {@link memoryStore}. */
  readonly store?: OAuthStore | undefined;
  /** Who the client is, where authorization servers were told beforehand. */
  readonly credentials?:
    OAuthCredentials | readonly OAuthCredentials[] | undefined;
  /** Address of a document that says who the client is: its id, where taken. */
  readonly clientMetadataUrl?: string | undefined;
  /** More to say of the client where it registers (RFC 7591). */
  readonly clientMetadata?: { readonly [name: string]: unknown } | undefined;
  /** Default: the user signs in, and comes back with a code. */
  readonly grant?: Grant | undefined;
  /** Binds tokens to a key. */
  readonly dpop?: ProofSigner | undefined;
  /** How long the user may take, in milliseconds. Default: 300,000. */
  readonly signInTimeout?: number | undefined;
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** What a grant is asked for. */
export interface GrantRequest extends SignInRequest {
  readonly options: OAuthOptions;
  readonly authorizationServer: AuthorizationServer;
  /** What the token is for, as the server spells it (RFC 8707). */
  readonly resource: string;
  /** Who the client is; one that comes back to `redirectUri`, where given. */
  client(redirectUri?: string): Promise<OAuthClient>;
  /** The address that the client of this server came back to last. */
  lastRedirectUri(): Promise<string | undefined>;
  /** Asks the token endpoint, in the name of the client. */
  token(
    client: OAuthClient,
    parameters: { readonly [name: string]: string },
  ): Promise<Tokens>;
}
