/** The tokens of one server, as they are kept in the store. */
import { randomText } from "../base64url.js";
import { documentIn, REQUEST_TIMEOUT } from "../web.js";
import { scopesIn } from "./token.js";
import type { OAuthError } from "../errors.js";
import type { OAuthStore } from "./store.js";
import type { Tokens } from "./parties.js";

/** What is kept of a sign-in. */
export interface Held extends Tokens {
  readonly issuer: string;
  readonly resource: string;
  /** Who is about to use the refresh token, and until when. */
  readonly lease?:
    { readonly owner: string; readonly until: number } | undefined;
}

/**
 * How long a process may take to refresh, in milliseconds: longer than two requests,
 * as the first may be refused for want of a nonce.
 */
const LEASE = 2 * REQUEST_TIMEOUT + 10_000;

/** How often another process looks whether the tokens are there, in milliseconds. */
const LEASE_POLL = 100;

/** Tokens in a store, with what this process knows of them. */
export class TokenCell {
  readonly #store: OAuthStore;
  readonly #key: string;
  #text: string | undefined;
  #held: Held | undefined;
  #loaded = false;

  constructor(store: OAuthStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  /** What is held, as far as this process knows. */
  async held(): Promise<Held | undefined> {
    return this.#loaded ? this.#held : this.reload();
  }

  /** What is held now, whoever put it there. */
  async reload(): Promise<Held | undefined> {
    const text = await this.#store.get(this.#key);
    this.#loaded = true;
    return this.#know(text, text === undefined ? text : heldIn(text));
  }

  /** Puts these in the place of what this process knows; false when that changed. */
  async swap(next: Held | undefined): Promise<boolean> {
    const text = next && JSON.stringify(next);
    if (!(await this.#store.swap(this.#key, this.#text, text))) return false;
    this.#know(text, next);
    return true;
  }

  /** Puts these in the place of whatever is there. */
  async put(next: Held | undefined): Promise<void> {
    do await this.reload();
    while (!(await this.swap(next)));
  }

  /**
   * Replaces tokens by those that `refresh` gets, in one process at a time: a
   * refresh token that is used twice ends all that came of it.
   *
   * @returns what is held then, which may be another process's doing.
   */
  async renew(
    old: Held,
    refresh: (refreshToken: string) => Promise<Tokens>,
    signal: AbortSignal,
  ): Promise<Held | undefined> {
    const owner = randomText(8);
    for (;;) {
      signal.throwIfAborted();
      const held = await this.reload();
      if (!held?.refreshToken || held.accessToken !== old.accessToken)
        return held;
      const now = Date.now();
      const { until = 0 } = held.lease ?? {};
      // A lease that ends later than any may is of a clock that was set back.
      if (until > now && until <= now + LEASE) {
        await new Promise((resolve) => setTimeout(resolve, LEASE_POLL));
        continue;
      }
      const lease = { owner, until: now + LEASE };
      if (!(await this.swap({ ...held, lease }))) continue;
      let next: Held = { ...held, lease: undefined };
      try {
        next = { ...next, ...(await refresh(held.refreshToken)) };
        return next;
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
