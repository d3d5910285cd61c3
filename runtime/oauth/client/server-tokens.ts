/** Tokens of one MCP server: reuses, renews and obtains them. */
import { OAuthError } from "../errors.js";
import { abortable } from "../../limits/timer.js";
import {
  grantRequest,
  refreshing,
  type Asked,
  type Shared,
} from "./token-request.js";
import { findAuthorization, type Authorization } from "./discovery.js";
import { allScopes, TokenCell, type Held } from "./stored-tokens.js";
import { scopesIn } from "./token.js";
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
const MAX_KINDS = 100;

/**
 * Reasons of a failed renewal that are temporary, so that the user is not asked
 * to sign in again.
 */
const TRY_LATER: readonly string[] = ["unreachable", "invalid_answer"];

/** Returns the `Authorization` header value for an access token. */
export function authorizationOf({ type, accessToken }: Held): string {
  return `${type} ${accessToken}`;
}

function isSpent({ expires = Infinity }: Held): boolean {
  return Date.now() >= expires;
}

function unspent(held: Held | undefined): Held | undefined {
  return held && !isSpent(held) ? held : undefined;
}

/**
 * Returns `undefined` if the authorization server refused, so that the caller
 * can try another way.
 *
 * @throws the error itself if it is temporary or did not come from the
 *   authorization server.
 */
function whenRefused(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
  if (TRY_LATER.includes(error.reason)) throw error;
}

type Demand = Partial<HttpChallenge>;

/** Members of the refused request that are needed to authorize it. */
type RefusedRequest = Pick<
  Unauthorized,
  "headers" | "signal" | "name" | "approve"
>;

export class ServerTokens {
  readonly #url: string;
  readonly #shared: Shared;
  /**
   * Store entry of the tokens. Servers with the same resource and issuer share
   * one entry.
   */
  #cell: TokenCell | undefined;
  #place: Authorization | undefined;
  /**
   * Authorization in progress, with the number of requests that wait for it.
   */
  #answering:
    | { done: Promise<boolean>; waiting: number; end: AbortController }
    | undefined;
  readonly #stepUps = new Map<string, number>();

  constructor(url: string, shared: Shared) {
    this.#url = url;
    this.#shared = shared;
  }

  /** Returns tokens that have not expired; renews them first if possible. */
  async fresh(): Promise<Held | undefined> {
    const held = await this.#held();
    if (!held?.refreshToken || !isSpent(held)) return unspent(held);
    const { signal } = new AbortController();
    // If renewal fails, the request is sent without a token. The server's
    // challenge then starts a new sign-in.
    return unspent(await this.#renewed(held, signal).catch(() => held));
  }

  /**
   * Obtains tokens for a server's challenge; returns `false` if nothing more
   * can be tried. Concurrent requests share one attempt, which is cancelled
   * when none of them waits for it any more.
   */
  async answer(demand: Demand, refused: RefusedRequest): Promise<boolean> {
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
  async #held(): Promise<Held | undefined> {
    if (this.#cell) return this.#cell.held();
    const { store } = this.#shared;
    const key = await store.get(this.#pointer);
    if (key === undefined) return undefined;
    this.#cell ??= new TokenCell(store, key);
    return this.#cell.held();
  }

  /**
   * Store key of the record that names the store entry of this server's tokens.
   */
  get #pointer(): string {
    return `server ${this.#url}`;
  }

  async #answer(
    { status, error, scope, resourceMetadata }: Demand,
    refused: RefusedRequest,
  ): Promise<boolean> {
    const { options } = this.#shared;
    const { signal } = refused;
    const isNew = (held: Held | undefined): boolean =>
      held !== undefined &&
      authorizationOf(held) !== refused.headers.authorization &&
      !isSpent(held);
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
        whenRefused(error);
      }
    }
    const asked = scope === undefined ? place.scopes : scopesIn(scope);
    const scopes = allScopes(held?.scopes, held && !scope ? [] : asked);
    return this.#shared.inTurn(async () => {
      signal.throwIfAborted();
      // A sign-in queued before this one may already have obtained the tokens.
      if (isNew(await cell.reload())) return true;
      return this.#signIn(place, cell, scopes, refused);
    });
  }

  #mayStepUp(scope: string): boolean {
    const count = this.#stepUps.get(scope) ?? 0;
    const known = count > 0 || this.#stepUps.size < MAX_KINDS;
    const may = known && count < MAX_STEP_UPS;
    if (may) this.#stepUps.set(scope, count + 1);
    return may;
  }

  /** Switches to the store entry for this issuer and resource. */
  async #moveTo(place: Authorization): Promise<TokenCell> {
    const { store } = this.#shared;
    const { issuer } = place.authorizationServer;
    const key = `tokens of ${issuer} for ${place.resource}`;
    const before = await store.get(this.#pointer);
    this.#place = place;
    if (before !== key || !this.#cell) {
      this.#cell = new TokenCell(store, key);
      await store.swap(this.#pointer, before, key);
    }
    return this.#cell;
  }

  /** Signs in with the grant; returns `false` when the user declines. */
  async #signIn(
    place: Authorization,
    cell: TokenCell,
    scopes: readonly string[],
    { signal, name, approve }: RefusedRequest,
  ): Promise<boolean> {
    const { grant } = this.#shared;
    const { authorizationServer: server, resource } = place;
    const { issuer } = server;
    const before = await cell.held();
    const asks = grant.asksUser && before?.from === undefined;
    if (asks && !((await approve?.(issuer)) ?? true)) return false;
    signal.throwIfAborted();
    const offline =
      grant.asksUser &&
      scopes.length > 0 &&
      server.scopes.includes("offline_access");
    const wanted = allScopes(scopes, offline ? ["offline_access"] : []);
    // Do not exchange again if the server has just refused tokens from that
    // exchange.
    const mayBorrow = before?.from === undefined || isSpent(before);
    if (mayBorrow && (await this.#borrow(place, cell, wanted, signal)))
      return true;
    const request = grantRequest(this.#asked(place), wanted, signal);
    const tokens = await grant.run({ ...request, name });
    if (tokens.refreshToken) this.#shared.lenders.set(issuer, cell);
    // RFC 6749, section 5.1: without `scope` in the response, the granted
    // scopes are the requested ones.
    const all = allScopes(scopes, tokens.scopes);
    await cell.put({ ...tokens, scopes: all, issuer, resource });
    return true;
  }

  /**
   * Obtains tokens for this server with the refresh token of a sign-in at the
   * same issuer (RFC 8707, section 2.2). With this, the user signs in once for
   * many servers.
   */
  async #borrow(
    place: Authorization,
    cell: TokenCell,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { store, lenders } = this.#shared;
    const { authorizationServer: server, resource } = place;
    const { issuer } = server;
    const key = (await cell.held())?.from;
    const lender = key ? new TokenCell(store, key) : lenders.get(issuer);
    const lent = await lender?.held();
    if (!lender || !lent || lender.key === cell.key) return false;
    const refresh = refreshing(this.#asked(place), lent.clientId, scopes);
    const tokens = await lender.lend(
      (refreshToken) => refresh(refreshToken).catch(whenRefused),
      signal,
    );
    if (!tokens) return false;
    const all = allScopes(scopes, tokens.scopes);
    const own = { ...tokens, refreshToken: undefined, scopes: all };
    await cell.put({ ...own, issuer, resource, from: lender.key });
    return true;
  }

  #asked(place: Authorization): Asked {
    return { url: this.#url, place, shared: this.#shared };
  }

  /**
   * Renews tokens with their refresh token. Returns the stored tokens
   * afterwards, or `undefined` if the issuer has changed.
   */
  async #renewed(held: Held, signal: AbortSignal): Promise<Held | undefined> {
    const { options } = this.#shared;
    const place =
      this.#place ??
      (await findAuthorization(this.#url, undefined, options, signal));
    const cell = await this.#moveTo(place);
    const { issuer } = place.authorizationServer;
    if (issuer !== held.issuer) return undefined;
    const refresh = refreshing(this.#asked(place), held.clientId, []);
    return cell.renew(held, refresh, signal);
  }
}
