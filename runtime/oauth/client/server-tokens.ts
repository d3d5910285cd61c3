/** Tokens of one MCP server: reuses, renews and obtains them. */
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
 * Maximum number of step-up authorizations for the same scopes, after which
 * requests that still fail are given up.
 */
const MAX_STEP_UPS = 3;

/**
 * Maximum number of different scope requests per server that step-up attempts
 * are counted for.
 */
const MAX_STEP_UP_SCOPES = 100;

/**
 * Reasons of a failed renewal that are temporary, so that the user is not asked
 * to sign in again.
 */
const TEMPORARY_REASONS: readonly string[] = ["unreachable", "invalid_answer"];

/** Returns the `AuthorizationTarget` header value for an access token. */
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
  held: StoredTokens | undefined,
): StoredTokens | undefined {
  return held && !isExpired(held) ? held : undefined;
}

/**
 * Returns `undefined` if the authorization server refused, so that the caller
 * can try another way.
 *
 * @throws the error itself if it is temporary or did not come from the
 *   authorization server.
 */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
  if (TEMPORARY_REASONS.includes(error.reason)) throw error;
}

type PartialChallenge = Partial<HttpChallenge>;

/** Members of the refused request that are needed to authorize it. */
type RefusedRequest = Pick<
  Unauthorized,
  "headers" | "signal" | "name" | "approve"
>;

export class ServerTokens {
  readonly #url: string;
  readonly #shared: OAuthState;
  /**
   * Store entry of the tokens. Servers with the same resource and issuer share
   * one entry.
   */
  #cell: TokenEntry | undefined;
  #place: AuthorizationTarget | undefined;
  /**
   * AuthorizationTarget in progress, with the number of requests that wait for it.
   */
  #answering:
    | { done: Promise<boolean>; waiting: number; end: AbortController }
    | undefined;
  readonly #stepUps = new Map<string, number>();

  constructor(url: string, shared: OAuthState) {
    this.#url = url;
    this.#shared = shared;
  }

  /** Returns tokens that have not expired; renews them first if possible. */
  async getValid(): Promise<StoredTokens | undefined> {
    const held = await this.#held();
    if (!held?.refreshToken || !isExpired(held)) return unlessExpired(held);
    const { signal } = new AbortController();
    // If renewal fails, the request is sent without a token. The server's
    // challenge then starts a new sign-in.
    return unlessExpired(await this.#renewed(held, signal).catch(() => held));
  }

  /**
   * Obtains tokens for a server's challenge; returns `false` if nothing more
   * can be tried. Concurrent requests share one attempt, which is cancelled
   * when none of them waits for it any more.
   */
  async answerChallenge(
    demand: PartialChallenge,
    refused: RefusedRequest,
  ): Promise<boolean> {
    const { signal } = refused;
    let answering = this.#answering;
    if (!answering) {
      const end = new AbortController();
      const done = this.#answer(demand, { ...refused, signal: end.signal });
      answering = this.#answering = { done, waiting: 0, end };
    }
    answering.waiting += 1;
    try {
      return await abortable(answering.done, signal);
    } finally {
      answering.waiting -= 1;
      if (answering.waiting === 0) {
        this.#answering = undefined;
        if (signal.aborted) answering.end.abort(signal.reason);
      }
    }
  }

  async forget(): Promise<void> {
    await this.#held();
    await this.#cell?.put(undefined);
  }

  /**
   * Returns the stored tokens, found by the store key that an earlier run saved
   * for this server.
   */
  async #held(): Promise<StoredTokens | undefined> {
    if (this.#cell) return this.#cell.current();
    const { store } = this.#shared;
    const key = await store.get(this.#pointer);
    if (key === undefined) return undefined;
    this.#cell ??= new TokenEntry(store, key);
    return this.#cell.current();
  }

  /**
   * Store key of the record that names the store entry of this server's tokens.
   */
  get #pointer(): string {
    return `server ${this.#url}`;
  }

  async #answer(
    { status, error, scope, resourceMetadata }: PartialChallenge,
    refused: RefusedRequest,
  ): Promise<boolean> {
    const { options } = this.#shared;
    const { signal } = refused;
    const isNew = (held: StoredTokens | undefined): boolean =>
      held !== undefined &&
      authorizationHeader(held) !== refused.headers.authorization &&
      !isExpired(held);
    await this.#held();
    // Another request or another process may have obtained tokens in the
    // meantime.
    if (isNew(await this.#cell?.reload())) return true;
    const place = await findAuthorization(
      this.#url,
      resourceMetadata,
      options,
      signal,
    );
    const cell = await this.#moveTo(place);
    const held = await cell.reload();
    if (isNew(held)) return true;
    const stepUp = status === 403 || error === "insufficient_scope";
    if (stepUp && !this.#mayStepUp(scope ?? "")) return false;
    if (held?.refreshToken && !stepUp) {
      try {
        if (isNew(await this.#renewed(held, signal))) return true;
      } catch (error) {
        ignoreRefusal(error);
      }
    }
    const asked = scope === undefined ? place.scopes : parseScopes(scope);
    const scopes = unionScopes(held?.scopes, held && !scope ? [] : asked);
    return this.#shared.enqueue(async () => {
      signal.throwIfAborted();
      // A sign-in queued before this one may already have obtained the tokens.
      if (isNew(await cell.reload())) return true;
      return this.#signIn(place, cell, scopes, refused);
    });
  }

  #mayStepUp(scope: string): boolean {
    const count = this.#stepUps.get(scope) ?? 0;
    const known = count > 0 || this.#stepUps.size < MAX_STEP_UP_SCOPES;
    const may = known && count < MAX_STEP_UPS;
    if (may) this.#stepUps.set(scope, count + 1);
    return may;
  }

  /** Switches to the store entry for this issuer and resource. */
  async #moveTo(place: AuthorizationTarget): Promise<TokenEntry> {
    const { store } = this.#shared;
    const { issuer } = place.authorizationServer;
    const key = `tokens of ${issuer} for ${place.resource}`;
    const before = await store.get(this.#pointer);
    this.#place = place;
    if (before !== key || !this.#cell) {
      this.#cell = new TokenEntry(store, key);
      await store.swap(this.#pointer, before, key);
    }
    return this.#cell;
  }

  /** Signs in with the grant; returns `false` when the user declines. */
  async #signIn(
    place: AuthorizationTarget,
    cell: TokenEntry,
    scopes: readonly string[],
    { signal, name, approve }: RefusedRequest,
  ): Promise<boolean> {
    const { grant } = this.#shared;
    const { authorizationServer: server, resource } = place;
    const { issuer } = server;
    const before = await cell.current();
    const asks = grant.asksUser && before?.from === undefined;
    if (asks && !((await approve?.(issuer)) ?? true)) return false;
    signal.throwIfAborted();
    const offline =
      grant.asksUser &&
      scopes.length > 0 &&
      server.scopes.includes("offline_access");
    const wanted = unionScopes(scopes, offline ? ["offline_access"] : []);
    // Do not exchange again if the server has just refused tokens from that
    // exchange.
    const mayBorrow = before?.from === undefined || isExpired(before);
    if (mayBorrow && (await this.#borrow(place, cell, wanted, signal)))
      return true;
    const request = createGrantRequest(this.#asked(place), wanted, signal);
    const tokens = await grant.run({ ...request, name });
    if (tokens.refreshToken) this.#shared.signIns.set(issuer, cell);
    // RFC 6749, section 5.1: without `scope` in the response, the granted
    // scopes are the requested ones.
    const all = unionScopes(scopes, tokens.scopes);
    await cell.put({ ...tokens, scopes: all, issuer, resource });
    return true;
  }

  /**
   * Obtains tokens for this server with the refresh token of a sign-in at the
   * same issuer (RFC 8707, section 2.2). With this, the user signs in once for
   * many servers.
   */
  async #borrow(
    place: AuthorizationTarget,
    cell: TokenEntry,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, signIns: lenders } = this.#shared;
    const { authorizationServer: server, resource } = place;
    const { issuer } = server;
    const key = (await cell.current())?.from;
    const lender = key ? new TokenEntry(store, key) : lenders.get(issuer);
    const lent = await lender?.held();
    if (!lender || !lent || lender.key === cell.key) return false;
    const refresh = createRefresh(this.#asked(place), lent.clientId, scopes);
    const tokens = await lender.lend(
      (refreshToken) => refresh(refreshToken).catch(ignoreRefusal),
      signal,
    );
    if (!tokens) return false;
    const all = unionScopes(scopes, tokens.scopes);
    const own = { ...tokens, refreshToken: undefined, scopes: all };
    await cell.put({ ...own, issuer, resource, from: lender.key });
    return true;
  }

  #asked(place: AuthorizationTarget): TokenRequestContext {
    return { url: this.#url, authorization: place, oauthState: this.#shared };
  }

  /**
   * Renews tokens with their refresh token. Returns the stored tokens
   * afterwards, or `undefined` if the issuer has changed.
   */
  async #renewed(
    held: StoredTokens,
    signal: AbortSignal,
  ): Promise<StoredTokens | undefined> {
    const { options } = this.#shared;
    const place =
      this.#place ??
      (await findAuthorization(this.#url, undefined, options, signal));
    const cell = await this.#moveTo(place);
    const { issuer } = place.authorizationServer;
    if (issuer !== held.issuer) return undefined;
    const refresh = createRefresh(this.#asked(place), held.clientId, []);
    return cell.renew(held, refresh, signal);
  }
}
