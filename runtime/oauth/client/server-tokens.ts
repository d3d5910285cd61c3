/** Tokens of one MCP server: obtains, renews and reuses them. */
import { abortable } from "../../limits/timer.js";
import { findAuthorization, type AuthorizationTarget } from "./discovery.js";
import { forgetResource } from "./permit/known-servers.js";
import {
  isAllowedServer,
  TokenPermit,
  type PermitRequest,
} from "./permit/permit.js";
import { ignoreRefusal } from "./renewal.js";
import { signIn, type RefusedRequest } from "./sign-in.js";
import { SignInLimit } from "./permit/sign-in-limit.js";
import {
  isExpired,
  TokenEntry,
  unionScopes,
  type StoredTokens,
} from "./stored-tokens.js";
import { createRefresh, type OAuthState } from "./token-request.js";
import { parseScopes } from "./token.js";
import type { HttpChallenge } from "../../http/client/authorizer.js";

/** Returns the `Authorization` header value for an access token. */
export function authorizationHeader({
  type,
  accessToken,
}: StoredTokens): string {
  return `${type} ${accessToken}`;
}

function unlessExpired(
  tokens: StoredTokens | undefined,
): StoredTokens | undefined {
  return tokens && !isExpired(tokens) ? tokens : undefined;
}

type PartialChallenge = Partial<HttpChallenge>;

export class ServerTokens {
  readonly #url: string;
  readonly #state: OAuthState;
  /**
   * Store entry of this server's tokens. Servers with the same resource and
   * issuer share one entry.
   */
  #entry: TokenEntry | undefined;
  #target: AuthorizationTarget | undefined;
  /**
   * Authorization attempt in progress, with the number of requests that wait
   * for it.
   */
  #pending:
    | {
        readonly done: Promise<boolean>;
        readonly isBackground: boolean;
        readonly end: AbortController;
        waiting: number;
      }
    | undefined;
  readonly #limit = new SignInLimit();

  constructor(url: string, state: OAuthState) {
    this.#url = url;
    this.#state = state;
  }

  /**
   * Returns the stored tokens unless they have expired. Renews expired tokens
   * first if possible.
   */
  async getValid(): Promise<StoredTokens | undefined> {
    if (!isAllowedServer(this.#url, this.#state.options)) return undefined;
    const tokens = await this.#load();
    if (!tokens?.refreshToken || !isExpired(tokens))
      return unlessExpired(tokens);
    const { signal } = new AbortController();
    // If renewal fails, the request is sent without a token. The server's
    // challenge then starts a new sign-in.
    return unlessExpired(await this.#renew(tokens, signal).catch(() => tokens));
  }

  /**
   * Obtains tokens after a challenge from the server. Returns `false` if
   * nothing more can be tried. Concurrent requests share one attempt. The
   * attempt is cancelled when all waiting requests have been aborted.
   */
  async answerChallenge(
    challenge: PartialChallenge,
    refused: RefusedRequest,
  ): Promise<boolean> {
    const { signal, background: isBackground = false } = refused;
    let pending = this.#pending;
    // After a refused response or notification, the attempt runs in the
    // background and does not ask the user. A refused request does not wait for
    // such an attempt: it starts a new attempt that may ask the user.
    if (!pending || (pending.isBackground && !isBackground)) {
      const end = new AbortController();
      const done = this.#obtain(challenge, { ...refused, signal: end.signal });
      pending = this.#pending = { done, waiting: 0, end, isBackground };
    }
    pending.waiting += 1;
    try {
      return await abortable(pending.done, signal);
    } finally {
      pending.waiting -= 1;
      if (pending.waiting === 0) {
        if (this.#pending === pending) this.#pending = undefined;
        if (signal.aborted) pending.end.abort(signal.reason);
      }
    }
  }

  async forget(): Promise<void> {
    const tokens = await this.#load();
    if (!tokens) return;
    await this.#entry?.put(undefined);
    await forgetResource(this.#state.store, tokens.issuer, tokens.resource);
  }

  /**
   * Returns the stored tokens of this server. After a restart of the program,
   * finds the store entry by the key that an earlier run has saved.
   */
  async #load(): Promise<StoredTokens | undefined> {
    if (this.#entry) return this.#entry.current();
    const { store } = this.#state;
    const key = await store.get(this.#pointerKey);
    if (key === undefined) return undefined;
    this.#entry ??= new TokenEntry(store, key);
    return this.#entry.current();
  }

  /**
   * Key of the store record that points to this server's tokens. The value of
   * the record is the key of the entry with the tokens.
   */
  get #pointerKey(): string {
    return `server ${this.#url}`;
  }

  async #obtain(
    { status, error, scope, resourceMetadata }: PartialChallenge,
    refused: RefusedRequest,
  ): Promise<boolean> {
    const { options } = this.#state;
    const { signal } = refused;
    const isNew = (tokens: StoredTokens | undefined): boolean =>
      tokens !== undefined &&
      isAllowedServer(this.#url, options) &&
      authorizationHeader(tokens) !== refused.headers.authorization &&
      !isExpired(tokens);
    await this.#load();
    // Read the store again: another request or process may have obtained tokens
    // in the meantime.
    if (isNew(await this.#entry?.reload())) return true;
    const target = await findAuthorization(
      this.#url,
      resourceMetadata,
      options,
      signal,
    );
    const permitRequest = this.#permitRequest(target);
    await TokenPermit.find(permitRequest);
    const entry = await this.#useEntry(target);
    const tokens = await entry.reload();
    if (isNew(tokens)) return true;
    const stepUp = status === 403 || error === "insufficient_scope";
    if (stepUp && (refused.background || !this.#limit.mayStepUp(scope ?? "")))
      return false;
    if (tokens?.refreshToken && !stepUp) {
      try {
        if (isNew(await this.#renew(tokens, signal))) return true;
      } catch (error) {
        ignoreRefusal(error);
      }
    }
    const requested = scope === undefined ? target.scopes : parseScopes(scope);
    const scopes = unionScopes(
      tokens?.scopes,
      tokens && !scope ? [] : requested,
    );
    return signIn({
      permitRequest,
      state: this.#state,
      entry,
      scopes,
      refused,
      limit: this.#limit,
      isNew,
    });
  }

  /**
   * Selects the store entry for the issuer and resource of `target`. Saves the
   * key of the entry, so that later runs of the program find the tokens.
   */
  async #useEntry(target: AuthorizationTarget): Promise<TokenEntry> {
    const { store } = this.#state;
    const { issuer } = target.authorizationServer;
    const key = `tokens of ${issuer} for ${target.resource}`;
    const before = await store.get(this.#pointerKey);
    this.#target = target;
    if (before !== key || !this.#entry) {
      this.#entry = new TokenEntry(store, key);
      await store.swap(this.#pointerKey, before, key);
    }
    return this.#entry;
  }

  #permitRequest(target: AuthorizationTarget): PermitRequest {
    const { authorizationServer, resource } = target;
    const { options, store, grant } = this.#state;
    return {
      url: this.#url,
      authorizationServer,
      resource,
      grantIssuer: grant.issuer,
      options,
      store,
    };
  }

  /**
   * Renews tokens with their refresh token, and returns the tokens that are
   * stored afterwards. Returns `undefined` if the server now names a different
   * issuer, or if only the user can permit new tokens.
   */
  async #renew(
    tokens: StoredTokens,
    signal: AbortSignal,
  ): Promise<StoredTokens | undefined> {
    const { options } = this.#state;
    const target =
      this.#target ??
      (await findAuthorization(this.#url, undefined, options, signal));
    const permit = await TokenPermit.find(this.#permitRequest(target));
    const entry = await this.#useEntry(target);
    const { issuer } = target.authorizationServer;
    if (!permit || issuer !== tokens.issuer) return undefined;
    const context = { url: this.#url, permit, oauthState: this.#state };
    const refresh = createRefresh(context, tokens, []);
    return entry.renew(tokens, refresh, (next) => permit.accept(next), signal);
  }
}
