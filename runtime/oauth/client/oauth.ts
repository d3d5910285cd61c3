/** `oauth()`: gets tokens for servers that ask for them, and keeps them fresh. */
import { codeGrant } from "./code.js";
import { authorizationOf, ServerTokens } from "./server-tokens.js";
import { memoryStore } from "./stores/store.js";
import type {
  Authorized,
  Authorizer,
  HttpChallenge,
  Unauthorized,
} from "../../http/client/authorizer.js";
import type { Shared } from "./token-request.js";
import type { OAuthOptions } from "./options.js";

/** Signs in at the servers of a program: one for all its connections. */
export interface OAuth extends Authorizer {
  /** Signs in before a server asks for it; nothing when that was done before. */
  signIn(
    server: string | URL,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Forgets the tokens of a server. */
  signOut(server: string | URL): Promise<void>;
}

/**
 * Gets in where servers ask for OAuth (MCP, Authorization): finds the authorization
 * server, registers, has the user sign in, and renews tokens before they end. For
 * `http(url, { authorize })` and for hosts. A request that cannot be authorized
 * rejects with a `ConnectionError`, whose `cause` is an {@link OAuthError}.
 *
 * @throws TypeError when `clientMetadataUrl` is no https address with a path.
 */
export function oauth(options: OAuthOptions = {}): OAuth {
  return new SignIns(options);
}

class SignIns implements OAuth {
  readonly #options: OAuthOptions;
  readonly #shared: Shared;
  readonly #servers = new Map<string, ServerTokens>();
  /** Ends with the sign-in that the user is asked for: one is shown at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: OAuthOptions) {
    const { clientMetadataUrl: document } = options;
    if (document !== undefined && !/^https:\/\/[^/]+\/./.test(document))
      throw new TypeError(`${document} is no https address with a path`);
    this.#options = options;
    this.#shared = {
      options,
      store: options.store ?? memoryStore(),
      grant: options.grant ?? codeGrant,
      lenders: new Map(),
      inTurn: (run) => {
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
    const held = await this.#of(server).fresh();
    if (!held) return {};
    const authorization = authorizationOf(held);
    if (held.type === "Bearer") return { authorization };
    const dpop = await this.#options.dpop?.proof(method, url, held.accessToken);
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
    return this.#of(request.server).answer(challenge, request);
  }

  async signIn(
    server: string | URL,
    { signal = new AbortController().signal } = {},
  ): Promise<void> {
    const tokens = this.#of(String(server));
    if (!(await tokens.fresh()))
      await tokens.answer({}, { headers: {}, signal });
  }

  signOut(server: string | URL): Promise<void> {
    return this.#of(String(server)).forget();
  }

  #of(server: string): ServerTokens {
    const known = this.#servers.get(server);
    if (known) return known;
    const made = new ServerTokens(server, this.#shared);
    this.#servers.set(server, made);
    return made;
  }
}
