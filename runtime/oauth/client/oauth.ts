/**
 * `oauth()`: obtains and renews access tokens for servers that require
 * authorization.
 */
import { codeGrant } from "./code.js";
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
 * @throws TypeError when `clientMetadataUrl` is not an `https` URL with a path.
 * @example const authorize = oauth({ open: (url) => openBrowser(url), store:
 *   fileStore(folder), }); await client.connect(http(url, { authorize }));
 */
export function oauth(options: OAuthOptions = {}): OAuth {
  return new OAuthSession(options);
}

class OAuthSession implements OAuth {
  readonly #options: OAuthOptions;
  readonly #state: OAuthState;
  readonly #servers = new Map<string, ServerTokens>();
  /**
   * Queue of sign-ins that involve the user, so that only one sign-in page is
   * open at a time.
   */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: OAuthOptions) {
    const { clientMetadataUrl: document } = options;
    if (document !== undefined && !/^https:\/\/[^/]+\/./.test(document))
      throw new TypeError(
        `clientMetadataUrl is ${document}: it must be an https URL with a path`,
      );
    this.#options = options;
    this.#state = {
      options,
      store: options.store ?? memoryStore(),
      grant: options.grant ?? codeGrant,
      signIns: new Map(),
      enqueue: (run) => {
        const mine = this.#turn.then(run);
        this.#turn = mine.catch(() => {});
        return mine;
      },
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
      await serverTokens.answerChallenge({}, { headers: {}, signal });
  }

  signOut(server: string | URL): Promise<void> {
    return this.#get(String(server)).forget();
  }

  #get(server: string): ServerTokens {
    const known = this.#servers.get(server);
    if (known) return known;
    const created = new ServerTokens(server, this.#state);
    this.#servers.set(server, created);
    return created;
  }
}
