/** The tokens of one server, as they are kept in the store. */
import { delay } from "../../limits/timer.js";
import { randomText } from "../base64url.js";
import { documentIn } from "../web.js";
import { scopesIn } from "./token.js";
import type { OAuthError } from "../errors.js";
import type { OAuthStore } from "./stores/store.js";
import type { Tokens } from "./types.js";

/** What is kept of a sign-in. */
export interface Held extends Tokens {
  readonly issuer: string;
  readonly resource: string;
  /** Where the sign-in is kept that these came of, when it is another server's. */
  readonly from?: string | undefined;
  /** Who is about to use the refresh token, and until when. */
  readonly lease?:
    { readonly owner: string; readonly until: number } | undefined;
}

/**
 * How long a process may take to refresh, in milliseconds: longer than two requests,
 * as the first may be refused for want of a nonce.
 */
const LEASE = 70_000;

/** How often another process looks whether the tokens are there, in milliseconds. */
const LEASE_POLL = 100;

/** Tokens in a store, with what this process knows of them. */
export class TokenCell {
  readonly key: string;
  readonly #store: OAuthStore;
  #text: string | undefined;
  #held: Held | undefined;
  #loaded = false;

  constructor(store: OAuthStore, key: string) {
    this.#store = store;
    this.key = key;
  }

  /** What is held, as far as this process knows. */
  async held(): Promise<Held | undefined> {
    return this.#loaded ? this.#held : this.reload();
  }

  /** What is held now, whoever put it there. */
  async reload(): Promise<Held | undefined> {
    const text = await this.#store.get(this.key);
    this.#loaded = true;
    return this.#know(text, text === undefined ? text : heldIn(text));
  }

  /** Puts these in the place of what this process knows; false when that changed. */
  async swap(next: Held | undefined): Promise<boolean> {
    const text = next && JSON.stringify(next);
    if (!(await this.#store.swap(this.key, this.#text, text))) return false;
    this.#know(text, next);
    return true;
  }

  /** Puts these in the place of whatever is there. */
  async put(next: Held | undefined): Promise<void> {
    do await this.reload();
    while (!(await this.swap(next)));
  }

  /**
   * Replaces tokens by those that `refresh` gets.
   *
   * @returns what is held then, which may be another process's doing.
   */
  async renew(
    old: Held,
    refresh: (refreshToken: string) => Promise<Tokens>,
    signal: AbortSignal,
  ): Promise<Held | undefined> {
    const isOld = (held: Held): boolean => held.accessToken === old.accessToken;
    await this.#refresh(isOld, refresh, signal, (held, tokens) => ({
      ...held,
      ...tokens,
    }));
    return this.#held;
  }

  /**
   * What `refresh` gets for another server by this sign-in, of which the refresh
   * token alone is kept here.
   */
  lend(
    refresh: (refreshToken: string) => Promise<Tokens | undefined>,
    signal: AbortSignal,
  ): Promise<Tokens | undefined> {
    return this.#refresh(
      () => true,
      refresh,
      signal,
      (held, tokens) => ({
        ...held,
        refreshToken: tokens?.refreshToken ?? held.refreshToken,
      }),
    );
  }

  /**
   * Uses the refresh token, in one process at a time: one that is used twice ends
   * all that came of it.
   */
  async #refresh<T>(
    isNeeded: (held: Held) => boolean,
    refresh: (refreshToken: string) => Promise<T>,
    signal: AbortSignal,
    after: (held: Held, tokens: T) => Held,
  ): Promise<T | undefined> {
    const owner = randomText(8);
    for (;;) {
      signal.throwIfAborted();
      const held = await this.reload();
      if (!held?.refreshToken || !isNeeded(held)) return undefined;
      const now = Date.now();
      const { until = 0 } = held.lease ?? {};
      // A lease that ends later than any may is of a clock that was set back.
      if (until > now && until <= now + LEASE) {
        await delay(LEASE_POLL, signal);
        continue;
      }
      const lease = { owner, until: now + LEASE };
      if (!(await this.swap({ ...held, lease }))) continue;
      let next: Held = { ...held, lease: undefined };
      try {
        const tokens = await refresh(held.refreshToken);
        next = after(next, tokens);
        return tokens;
      } catch (error) {
        const { reason } = error as Partial<OAuthError>;
        if (reason === "invalid_grant")
          next = { ...next, refreshToken: undefined };
        throw error;
      } finally {
        if (!(await this.swap(next))) await this.reload();
      }
    }
  }

  #know(text: string | undefined, held: Held | undefined): Held | undefined {
    this.#text = text;
    this.#held = held;
    return held;
  }
}

/** What another version of the program wrote counts as nothing. */
function heldIn(text: string): Held | undefined {
  const held = documentIn(text) as Held | undefined;
  return typeof held?.accessToken === "string" ? held : undefined;
}

/** The union of scopes, each once. */
export function allScopes(
  ...lists: readonly (readonly string[] | undefined)[]
): readonly string[] {
  return scopesIn(lists.flatMap((list) => list ?? []).join(" "));
}
