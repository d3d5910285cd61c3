/** The tokens of one server: which are held, and when new ones are got. */
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

/** How often more scopes are asked for, for what still is not allowed. */
const MAX_STEP_UPS = 3;

/** Most kinds of such requests that are remembered, for a server. */
const MAX_KINDS = 100;

/** Why nothing is asked of the user, though the tokens could not be renewed. */
const TRY_LATER: readonly string[] = ["unreachable", "invalid_answer"];

/** The header that shows a token. */
export function authorizationOf({ type, accessToken }: Held): string {
  return `${type} ${accessToken}`;
}

function isSpent({ expires = Infinity }: Held): boolean {
  return Date.now() >= expires;
}

function unspent(held: Held | undefined): Held | undefined {
  return held && !isSpent(held) ? held : undefined;
}

/** @throws what was not the authorization server's answer. */
function whenRefused(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
  if (TRY_LATER.includes(error.reason)) throw error;
}

type Demand = Partial<HttpChallenge>;

/** The request that was refused, as far as it matters here. */
type RefusedRequest = Pick<
  Unauthorized,
  "headers" | "signal" | "name" | "approve"
>;

export class ServerTokens {
  readonly #url: string;
  readonly #shared: Shared;
  /** Where its tokens are; servers of one resource share them. */
  #cell: TokenCell | undefined;
  #place: Authorization | undefined;
  /** What answers a challenge now, and for how many requests. */
  #answering:
    | { done: Promise<boolean>; waiting: number; end: AbortController }
    | undefined;
  readonly #stepUps = new Map<string, number>();

  constructor(url: string, shared: Shared) {
    this.#url = url;
    this.#shared = shared;
  }

  /** Tokens that have not ended, as far as that is known. */
  async fresh(): Promise<Held | undefined> {
    const held = await this.#held();
    if (!held?.refreshToken || !isSpent(held)) return unspent(held);
    const { signal } = new AbortController();
    // Should it fail, the server asks for a token, and so the user is asked.
    return unspent(await this.#renewed(held, signal).catch(() => held));
  }

  /**
   * Gets tokens that fit what a server asked for; false when there is nothing more
   * to be tried. It goes on as long as one of the requests waits for it.
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

  /** What is held, found by what is known of the server since before. */
  async #held(): Promise<Held | undefined> {
    if (this.#cell) return this.#cell.held();
    const { store } = this.#shared;
    const key = await store.get(this.#pointer);
    if (key === undefined) return undefined;
    this.#cell ??= new TokenCell(store, key);
    return this.#cell.held();
  }

  /** The key under which the store says where the server's tokens are. */
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
    // Another request, or another process, may have got them meanwhile.
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
      // One who waited in front of this one may have signed in for it.
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

  /** From now on tokens are those of this resource, at this issuer. */
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

  /** False when the user does not want to. */
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
    // Not again, where what was lent is what the server refuses.
    const mayBorrow = before?.from === undefined || isSpent(before);
    if (mayBorrow && (await this.#borrow(place, cell, wanted, signal)))
      return true;
    const request = grantRequest(this.#asked(place), wanted, signal);
    const tokens = await grant.run({ ...request, name });
    if (tokens.refreshToken) this.#shared.lenders.set(issuer, cell);
    // RFC 6749: without a word of scopes, they are those that were asked for.
    const all = allScopes(scopes, tokens.scopes);
    await cell.put({ ...tokens, scopes: all, issuer, resource });
    return true;
  }

  /**
   * Gets tokens by a sign-in at the same issuer, where it gives them out for this
   * server too (RFC 8707, 2.2): so the user is asked once for many servers.
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

  /** Renews tokens; what is held then. */
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
