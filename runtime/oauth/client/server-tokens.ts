/** Tokens of one MCP server: obtains, renews and reuses them. */
import { OAuthError } from "../errors.js";
import { abortable } from "../../limits/timer.js";
import {
  createGrantRequest,
  createRefresh,
  type TokenRequestContext,
  type OAuthState,
} from "./token-request.js";
import { findAuthorization, type AuthorizationTarget } from "./discovery.js";
import { unionScopes, TokenEntry, type StoredTokens } from "./stored-tokens.js";
import { parseScopes } from "./token.js";
import type {
  HttpChallenge,
  Unauthorized,
} from "../../http/client/authorizer.js";

/**
 * Maximum number of step-up authorizations for the same scopes. Further
 * requests that lack permission then fail.
 */
const MAX_STEP_UPS = 3;

/**
 * Maximum number of different scope lists per server for which step-up attempts
 * are counted.
 */
const MAX_STEP_UP_SCOPES = 100;

/**
 * Error codes of temporary renewal failures. After these errors, the user is
 * not asked to sign in again.
 */
const TEMPORARY_REASONS: readonly string[] = ["unreachable", "invalid_answer"];

/** Returns the `Authorization` header value for an access token. */
export function authorizationHeader({
  type,
  accessToken,
}: StoredTokens): string {
  return `${type} ${accessToken}`;
}

function isExpired({ expires = Infinity }: StoredTokens): boolean {
  return Date.now() >= expires;
}

function unlessExpired(
  tokens: StoredTokens | undefined,
): StoredTokens | undefined {
  return tokens && !isExpired(tokens) ? tokens : undefined;
}

/**
 * Ignores the error if the authorization server refused a request, so that the
 * caller can try a different way.
 *
 * @throws the given error if it is temporary or did not come from the
 *   authorization server.
 */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
  if (TEMPORARY_REASONS.includes(error.reason)) throw error;
}

type PartialChallenge = Partial<HttpChallenge>;

/**
 * Refused request to the MCP server, reduced to the members that are needed to
 * obtain authorization for it.
 */
type RefusedRequest = Pick<
  Unauthorized,
  "headers" | "signal" | "name" | "approve"
>;

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
    | { done: Promise<boolean>; waiting: number; end: AbortController }
    | undefined;
  readonly #stepUps = new Map<string, number>();

  constructor(url: string, state: OAuthState) {
    this.#url = url;
    this.#state = state;
  }

  /**
   * Returns the stored tokens unless they have expired. Renews expired tokens
   * first if possible.
   */
  async getValid(): Promise<StoredTokens | undefined> {
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
    const { signal } = refused;
    let pending = this.#pending;
    if (!pending) {
      const end = new AbortController();
      const done = this.#obtain(challenge, { ...refused, signal: end.signal });
      pending = this.#pending = { done, waiting: 0, end };
    }
    pending.waiting += 1;
    try {
      return await abortable(pending.done, signal);
    } finally {
      pending.waiting -= 1;
      if (pending.waiting === 0) {
        this.#pending = undefined;
        if (signal.aborted) pending.end.abort(signal.reason);
      }
    }
  }

  async forget(): Promise<void> {
    await this.#load();
    await this.#entry?.put(undefined);
  }

  /**
   * Returns the stored tokens of this server. An earlier run of the program may
   * have saved the key under which the tokens are stored.
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
   * Key of a record in the store. The record contains the key under which this
   * server's tokens are stored.
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
    const entry = await this.#useEntry(target);
    const tokens = await entry.reload();
    if (isNew(tokens)) return true;
    const stepUp = status === 403 || error === "insufficient_scope";
    if (stepUp && !this.#mayStepUp(scope ?? "")) return false;
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
    return this.#state.enqueue(async () => {
      signal.throwIfAborted();
      // Check again: a sign-in that was queued before this one may have
      // obtained the tokens.
      if (isNew(await entry.reload())) return true;
      return this.#signIn(target, entry, scopes, refused);
    });
  }

  #mayStepUp(scope: string): boolean {
    const count = this.#stepUps.get(scope) ?? 0;
    const known = count > 0 || this.#stepUps.size < MAX_STEP_UP_SCOPES;
    const isAllowed = known && count < MAX_STEP_UPS;
    if (isAllowed) this.#stepUps.set(scope, count + 1);
    return isAllowed;
  }

  /**
   * Selects the store entry for this issuer and resource, and saves the key of
   * the entry for later runs of the program.
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

  /** Signs in with the grant. Returns `false` when the user declines. */
  async #signIn(
    target: AuthorizationTarget,
    entry: TokenEntry,
    scopes: readonly string[],
    { signal, name, approve }: RefusedRequest,
  ): Promise<boolean> {
    const { grant } = this.#state;
    const { authorizationServer: server, resource } = target;
    const { issuer } = server;
    const before = await entry.current();
    const asksUser = grant.asksUser && before?.from === undefined;
    if (asksUser && !((await approve?.(issuer)) ?? true)) return false;
    signal.throwIfAborted();
    const offline =
      grant.asksUser &&
      scopes.length > 0 &&
      server.scopes.includes("offline_access");
    const wanted = unionScopes(scopes, offline ? ["offline_access"] : []);
    // Do not reuse the sign-in of a different server if this MCP server has
    // just refused a token from that sign-in.
    const mayReuse = before?.from === undefined || isExpired(before);
    if (mayReuse && (await this.#reuseSignIn(target, entry, wanted, signal)))
      return true;
    const request = createGrantRequest(this.#context(target), wanted, signal);
    const tokens = await grant.run({ ...request, name });
    if (tokens.refreshToken) this.#state.signIns.set(issuer, entry);
    // RFC 6749, section 5.1: without `scope` in the response, the server
    // granted the requested scopes.
    const all = unionScopes(scopes, tokens.scopes);
    await entry.put({ ...tokens, scopes: all, issuer, resource });
    return true;
  }

  /**
   * Obtains tokens for this server with the refresh token of another server's
   * sign-in at the same issuer (RFC 8707, section 2.2). The user therefore
   * signs in only once per issuer. Returns whether tokens were obtained.
   */
  async #reuseSignIn(
    target: AuthorizationTarget,
    entry: TokenEntry,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, signIns } = this.#state;
    const { authorizationServer: server, resource } = target;
    const { issuer } = server;
    const key = (await entry.current())?.from;
    const signInEntry = key ? new TokenEntry(store, key) : signIns.get(issuer);
    const signIn = await signInEntry?.current();
    if (!signInEntry || !signIn || signInEntry.key === entry.key) return false;
    const refresh = createRefresh(
      this.#context(target),
      signIn.clientId,
      scopes,
    );
    const tokens = await signInEntry.exchangeFor(
      (refreshToken) => refresh(refreshToken).catch(ignoreRefusal),
      signal,
    );
    if (!tokens) return false;
    const all = unionScopes(scopes, tokens.scopes);
    const stored = { ...tokens, refreshToken: undefined, scopes: all };
    await entry.put({ ...stored, issuer, resource, from: signInEntry.key });
    return true;
  }

  #context(target: AuthorizationTarget): TokenRequestContext {
    return { url: this.#url, authorization: target, oauthState: this.#state };
  }

  /**
   * Renews tokens with their refresh token. Returns the tokens that are stored
   * afterwards, or `undefined` if the issuer of the server has changed.
   */
  async #renew(
    tokens: StoredTokens,
    signal: AbortSignal,
  ): Promise<StoredTokens | undefined> {
    const { options } = this.#state;
    const target =
      this.#target ??
      (await findAuthorization(this.#url, undefined, options, signal));
    const entry = await this.#useEntry(target);
    const { issuer } = target.authorizationServer;
    if (issuer !== tokens.issuer) return undefined;
    const refresh = createRefresh(this.#context(target), tokens.clientId, []);
    return entry.renew(tokens, refresh, signal);
  }
}
