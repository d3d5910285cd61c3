/** Tokens of one MCP server in the store. */
import { delay } from "../../limits/timer.js";
import { randomBase64Url } from "../base64url.js";
import { parseDocument } from "../web.js";
import { parseScopes } from "./token.js";
import type { OAuthError } from "../errors.js";
import type { OAuthStore } from "./stores/store.js";
import type { Tokens } from "./types.js";

/** Stored result of a sign-in. */
export interface StoredTokens extends Tokens {
  readonly issuer: string;
  readonly resource: string;
  /**
   * Store key of another server's sign-in whose refresh token these tokens were
   * obtained with.
   */
  readonly from?: string | undefined;
  /**
   * Lease of the process that is using the refresh token, with its end in
   * milliseconds since 1970.
   */
  readonly lease?:
    { readonly owner: string; readonly until: number } | undefined;
}

/**
 * Duration of a lease, in milliseconds. It covers two token requests, because
 * the first may be rejected with a DPoP nonce.
 */
const LEASE_DURATION = 70_000;

/**
 * Interval for checking whether another process has finished its refresh, in
 * milliseconds.
 */
const LEASE_POLL = 100;

/** One entry of the store, with its last known content cached. */
export class TokenEntry {
  readonly key: string;
  readonly #store: OAuthStore;
  #text: string | undefined;
  #tokens: StoredTokens | undefined;
  #loaded = false;

  constructor(store: OAuthStore, key: string) {
    this.#store = store;
    this.key = key;
  }

  /** Returns the cached tokens; reads the store on the first call. */
  async current(): Promise<StoredTokens | undefined> {
    return this.#loaded ? this.#tokens : this.reload();
  }

  /** Reads the tokens from the store, including changes by other processes. */
  async reload(): Promise<StoredTokens | undefined> {
    const text = await this.#store.get(this.key);
    this.#loaded = true;
    return this.#know(
      text,
      text === undefined ? text : parseStoredTokens(text),
    );
  }

  /**
   * Replaces the tokens; returns `false` if another process has changed the
   * entry since it was read.
   */
  async swap(next: StoredTokens | undefined): Promise<boolean> {
    const text = next && JSON.stringify(next);
    if (!(await this.#store.swap(this.key, this.#text, text))) return false;
    this.#know(text, next);
    return true;
  }

  /** Replaces the tokens regardless of the current content. */
  async put(next: StoredTokens | undefined): Promise<void> {
    do await this.reload();
    while (!(await this.swap(next)));
  }

  /**
   * Replaces tokens with those that `refresh` returns. Does nothing if another
   * process has already replaced them.
   *
   * @returns the tokens that are stored afterwards.
   */
  async renew(
    old: StoredTokens,
    refresh: (refreshToken: string) => Promise<Tokens>,
    signal: AbortSignal,
  ): Promise<StoredTokens | undefined> {
    const isOld = (stored: StoredTokens): boolean =>
      stored.accessToken === old.accessToken;
    await this.#refresh(isOld, refresh, signal, (stored, tokens) => ({
      ...stored,
      ...tokens,
    }));
    return this.#tokens;
  }

  /**
   * Obtains tokens for another server with the refresh token of this entry.
   * Only a new refresh token is stored here; the tokens are returned to the
   * caller.
   */
  exchangeFor(
    refresh: (refreshToken: string) => Promise<Tokens | undefined>,
    signal: AbortSignal,
  ): Promise<Tokens | undefined> {
    return this.#refresh(
      () => true,
      refresh,
      signal,
      (stored, tokens) => ({
        ...stored,
        refreshToken: tokens?.refreshToken ?? stored.refreshToken,
      }),
    );
  }

  /**
   * Calls `refresh` with the refresh token while this process holds the lease.
   * Authorization servers may revoke all tokens of a sign-in when a refresh
   * token is used twice (RFC 9700, section 4.14.2).
   */
  async #refresh<T>(
    isNeeded: (stored: StoredTokens) => boolean,
    refresh: (refreshToken: string) => Promise<T>,
    signal: AbortSignal,
    merge: (stored: StoredTokens, tokens: T) => StoredTokens,
  ): Promise<T | undefined> {
    const owner = randomBase64Url(8);
    for (;;) {
      signal.throwIfAborted();
      const stored = await this.reload();
      if (!stored?.refreshToken || !isNeeded(stored)) return undefined;
      const now = Date.now();
      const { until = 0 } = stored.lease ?? {};
      // Ignore a lease that ends too far in the future: the clock was set back
      // after it was written.
      if (until > now && until <= now + LEASE_DURATION) {
        await delay(LEASE_POLL, signal);
        continue;
      }
      const lease = { owner, until: now + LEASE_DURATION };
      if (!(await this.swap({ ...stored, lease }))) continue;
      let next: StoredTokens = { ...stored, lease: undefined };
      try {
        const tokens = await refresh(stored.refreshToken);
        next = merge(next, tokens);
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

  #know(
    text: string | undefined,
    stored: StoredTokens | undefined,
  ): StoredTokens | undefined {
    this.#text = text;
    this.#tokens = stored;
    return stored;
  }
}

/**
 * Parses stored tokens. Returns `undefined` for a format that another version
 * of the program wrote.
 */
function parseStoredTokens(text: string): StoredTokens | undefined {
  const stored = parseDocument(text) as StoredTokens | undefined;
  return typeof stored?.accessToken === "string" ? stored : undefined;
}

/** Returns the union of several lists of scopes, without duplicates. */
export function unionScopes(
  ...lists: readonly (readonly string[] | undefined)[]
): readonly string[] {
  return parseScopes(lists.flatMap((list) => list ?? []).join(" "));
}
