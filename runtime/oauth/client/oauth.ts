/**
 * `oauth()`: obtains and renews access tokens for servers that require
 * authorization.
 */
import { codeGrant } from "./code.js";
import { JWT_BEARER } from "./grants.js";
import { authorizationHeader, ServerTokens } from "./server-tokens.js";
import { memoryStore } from "./stores/store.js";
import type {
  Authorized,
  Authorizer,
  HttpChallenge,
  Unauthorized,
} from "../../http/client/authorizer.js";
import type { OAuthState } from "./token-request.js";
import type { OAuthOptions } from "./options.js";

/**
 * OAuth client of a program. One instance can authorize all connections of the
 * program.
 */
export interface OAuth extends Authorizer {
  /**
   * Signs in before a server requires it. Does nothing if a valid token for the
   * server exists.
   *
   * @throws OAuthError when signing in fails.
   */
  signIn(
    server: string | URL,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<void>;
  /**
   * Deletes the tokens of a server from the store. The tokens are not revoked
   * at the authorization server.
   */
  signOut(server: string | URL): Promise<void>;
}

/**
 * Creates an OAuth client (MCP specification, section Authorization). The
 * client finds the authorization server, registers itself, asks the user to
 * sign in, and renews tokens before they expire. Use it as `http(url, {
 * authorize })` or as option `authorize` of a host. A request that cannot be
 * authorized rejects with a `ConnectionError` whose `cause` is an {@link
 * OAuthError}.
 *
 * @throws TypeError when `clientMetadataUrl` is not an `https` URL with a path,
 *   or when an option is missing that the grant requires.
 * @example
 * const authorize = oauth({
 *   open: (url) => openBrowser(url),
 *   store: fileStore(folder),
 * });
 * await client.connect(http(url, { authorize }));
 */
export function oauth(options: OAuthOptions = {}): OAuth {
  return new OAuthSession(options);
}

class OAuthSession implements OAuth {
  readonly #options: OAuthOptions;
  readonly #state: OAuthState;
  readonly #servers = new Map<string, ServerTokens>();
  /**
   * Last queued sign-in of each issuer. Each issuer has a separate queue, so
   * that an issuer that never answers does not delay the others. Only one
   * sign-in page of an issuer is open at a time.
   */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: OAuthOptions) {
    requireValidOptions(options);
    this.#options = options;
    this.#state = {
      options,
      store: options.store ?? memoryStore(),
      grant: options.grant ?? codeGrant(),
      signIns: new Map(),
      enqueue: (issuer, run) => this.#enqueue(issuer, run),
    };
  }

  async headers({
    server,
    method,
    url,
  }: Authorized): Promise<{ [name: string]: string }> {
    const tokens = await this.#get(server).getValid();
    if (!tokens) return {};
    const authorization = authorizationHeader(tokens);
    if (tokens.type === "Bearer") return { authorization };
    const dpop = await this.#options.dpop?.proof(
      method,
      url,
      tokens.accessToken,
    );
    return { authorization, ...(dpop !== undefined && { dpop }) };
  }

  challenged(
    challenge: HttpChallenge,
    request: Unauthorized,
  ): Promise<boolean> | boolean {
    const { error, dpopNonce } = challenge;
    const { dpop } = this.#options;
    if (error === "use_dpop_nonce" && dpopNonce !== undefined) {
      dpop?.nonce(request.url, dpopNonce);
      return dpop !== undefined;
    }
    return this.#get(request.server).answerChallenge(challenge, request);
  }

  async signIn(
    server: string | URL,
    { signal = new AbortController().signal } = {},
  ): Promise<void> {
    const serverTokens = this.#get(String(server));
    if (!(await serverTokens.getValid()))
      await serverTokens.answerChallenge(
        {},
        { headers: {}, signal, isExplicit: true },
      );
  }

  signOut(server: string | URL): Promise<void> {
    return this.#get(String(server)).forget();
  }

  #enqueue<T>(issuer: string, run: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(issuer) ?? Promise.resolve();
    const mine = before.then(run);
    const turn = mine
      .catch(() => {})
      .then(() => {
        if (this.#turns.get(issuer) === turn) this.#turns.delete(issuer);
      });
    this.#turns.set(issuer, turn);
    return mine;
  }

  #get(server: string): ServerTokens {
    const known = this.#servers.get(server);
    if (known) return known;
    const created = new ServerTokens(server, this.#state);
    this.#servers.set(server, created);
    return created;
  }
}

/**
 * Checks the options that do not depend on a server.
 *
 * @throws TypeError when an option is missing or invalid.
 */
function requireValidOptions({
  clientMetadataUrl,
  grant,
  servers,
}: OAuthOptions): void {
  const hasDocument = clientMetadataUrl !== undefined;
  if (hasDocument && !/^https:\/\/[^/]+\/./.test(clientMetadataUrl))
    throw new TypeError(
      `clientMetadataUrl is ${clientMetadataUrl}: it must be an https URL with a path`,
    );
  if (grant && !grant.asksUser && !servers)
    throw new TypeError(
      "oauth() with a grant that asks no user needs the option servers: the URLs of the MCP servers that may get tokens",
    );
  // A client with a metadata document can use any issuer. Require the option
  // `issuer`, so that no MCP server can choose the issuer that receives the JWT
  // of `jwtBearer()`.
  if (hasDocument && grant?.types.includes(JWT_BEARER) && !grant.issuer)
    throw new TypeError(
      "oauth() with clientMetadataUrl and jwtBearer() needs the option issuer of jwtBearer()",
    );
  for (const server of servers ?? []) {
    const url = typeof server === "string" ? server : server.url;
    if (!URL.canParse(url))
      throw new TypeError(
        `The option \`servers\` contains ${url}, which is not a URL`,
      );
  }
}
