/** The tokens of one server, and how new ones are got. */
import { withoutSecrets } from "../../http/client/redirect.js";
import { OAuthError } from "../errors.js";
import { findAuthorization, type Authorization } from "./discovery.js";
import { allScopes, TokenCell, type Held } from "./held.js";
import { clientFor, lastRedirectUri } from "./registration.js";
import { requestTokens, scopesIn, type Tokens } from "./token.js";
import type { HttpChallenge } from "../../http/client/authorizer.js";
import type { Grant, GrantRequest, OAuthOptions } from "./options.js";
import type { OAuthStore } from "./store.js";

/** How long before its end a token is renewed, in milliseconds. */
const RENEW_EARLY = 10_000;

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

function endsWithin({ expires = Infinity }: Held, time: number): boolean {
  return Date.now() >= expires - time;
}

/** What the servers of one `oauth()` share. */
export interface Shared {
  readonly store: OAuthStore;
  readonly options: OAuthOptions;
  readonly grant: Grant;
  /** Runs after what was given to it before. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
}

type Demand = Partial<HttpChallenge>;

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
    if (!held || !endsWithin(held, RENEW_EARLY)) return held;
    const { signal } = new AbortController();
    // Should it fail, the server says so, and the user is asked.
    const renewed = held.refreshToken
      ? await this.#renewed(held, signal).catch(() => held)
      : held;
    return renewed && !endsWithin(renewed, 0) ? renewed : undefined;
  }

  /**
   * Gets tokens that fit what a server asked for; false when there is nothing more
   * to be tried. It goes on as long as one of the requests waits for it.
   */
  async answer(
    asked: Demand,
    refused: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    let answering = this.#answering;
    if (!answering) {
      const end = new AbortController();
      const done = this.#answer(asked, refused, end.signal);
      answering = this.#answering = { done, waiting: 0, end };
      const over = (): void => void (this.#answering = undefined);
      done.then(over, over);
    }
    const { done, end } = answering;
    answering.waiting += 1;
    const leave = (): void => {
      if (answering && --answering.waiting === 0) end.abort(signal.reason);
    };
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await done;
    } finally {
      signal.removeEventListener("abort", leave);
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
    refused: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { options } = this.#shared;
    const isNew = (held: Held | undefined): boolean =>
      held !== undefined &&
      authorizationOf(held) !== refused &&
      !endsWithin(held, 0);
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
        if (!(error instanceof OAuthError)) throw error;
        if (TRY_LATER.includes(error.reason)) throw error;
      }
    }
    const asked = scope === undefined ? place.scopes : scopesIn(scope);
    const scopes = allScopes(held?.scopes, held && !scope ? [] : asked);
    await this.#shared.inTurn(async () => {
      signal.throwIfAborted();
      // One who waited in front of this one may have signed in for it.
      if (isNew(await cell.reload())) return;
      await this.#signIn(place, cell, scopes, signal);
    });
    return true;
  }

  #mayStepUp(scope: string): boolean {
    const count = this.#stepUps.get(scope) ?? 0;
    const known = count > 0 || this.#stepUps.size < MAX_KINDS;
    this.#stepUps.set(scope, count + 1);
    return known && count < MAX_STEP_UPS;
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

  async #signIn(
    place: Authorization,
    cell: TokenCell,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { grant } = this.#shared;
    const { authorizationServer: server, resource } = place;
    const offline =
      grant.asksUser &&
      scopes.length > 0 &&
      server.scopes.includes("offline_access");
    const wanted = allScopes(scopes, offline ? ["offline_access"] : []);
    const tokens = await grant.run(this.#request(place, wanted, signal));
    const { issuer } = server;
    await cell.put({
      ...tokens,
      // RFC 6749: without a word of them, they are those that were asked for.
      scopes: allScopes(scopes, tokens.scopes),
      issuer,
      resource,
    });
  }

  #request(
    place: Authorization,
    scopes: readonly string[],
    signal: AbortSignal,
  ): GrantRequest {
    const { store, options, grant } = this.#shared;
    const { authorizationServer: server, resource } = place;
    const { issuer } = server;
    return {
      server: withoutSecrets(this.#url),
      issuer,
      scopes,
      signal,
      options,
      authorizationServer: server,
      resource,
      client: (redirectUri) =>
        clientFor({ server, store, options, grant, signal }, redirectUri),
      lastRedirectUri: () => lastRedirectUri(store, issuer),
      token: (client, parameters) => {
        const all = { ...parameters, resource };
        return requestTokens(server, client, all, options, signal);
      },
    };
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
    const request = this.#request(place, [], signal);
    const refresh = async (refreshToken: string): Promise<Tokens> => {
      const client = await request.client();
      if (client.id !== held.clientId)
        throw new OAuthError("no_client", `${issuer} knows another client now`);
      const parameters = {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      };
      return request.token(client, parameters);
    };
    return cell.renew(held, refresh, signal);
  }
}
