/** Stored tokens of one MCP server. */
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
   * Store key of another server's sign-in, if these tokens were obtained with
   * the refresh token of that sign-in.
   */
  readonly from?: string | undefined;
  /**
   * Lease of the process that is using the refresh token. `until` is the end of
   * the lease in milliseconds since 1970.
   */
  readonly lease?:
    { readonly owner: string; readonly until: number } | undefined;
}

/**
 * Duration of a lease, in milliseconds. It is long enough for two token
 * requests, because the authorization server may reject the first one and
 * require a DPoP nonce.
 */
const LEASE_DURATION = 70_000;

/**
 * Interval for checking whether another process has finished its refresh, in
 * milliseconds.
 */
const LEASE_POLL = 100;

/**
 * Store entry with the tokens of one server. Caches the content that was last
 * read or written.
 */
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
   * Replaces the tokens. Returns `false` if another process has changed the
   * store entry since the last read.
   */
  async swap(next: StoredTokens | undefined): Promise<boolean> {
    const text = next && JSON.stringify(next);
    if (!(await this.#store.swap(this.key, this.#text, text))) return false;
    this.#know(text, next);
    return true;
  }

  /**
   * Replaces the tokens unconditionally, even if another process has changed
   * the store entry.
   */
  async put(next: StoredTokens | undefined): Promise<void> {
    do await this.reload();
    while (!(await this.swap(next)));
  }

  /**
   * Replaces the tokens `old` with the tokens that `refresh` returns. Does
   * nothing if another process has already replaced `old`. If `accept` throws an
   * error, only a new refresh token is stored.
   *
   * @returns the tokens that are stored afterwards.
   */
  async renew(
    old: StoredTokens,
    refresh: (refreshToken: string) => Promise<Tokens>,
    accept: (tokens: Tokens) => Tokens,
    signal: AbortSignal,
  ): Promise<StoredTokens | undefined> {
    const isOld = (stored: StoredTokens): boolean =>
      stored.accessToken === old.accessToken;
    await this.#refresh(isOld, refresh, signal, (stored, tokens) => ({
      ...stored,
      ...accept(tokens),
    }));
    return this.#tokens;
  }

  /**
   * Obtains tokens for a different server with the refresh token of this entry,
   * and returns them. This entry does not store these tokens. It stores only a
   * new refresh token, if the response contains one.
   */
  exchangeFor(
    refresh: (refreshToken: string) => Promise<Tokens | undefined>,
    signal: AbortSignal,
  ): Promise<Tokens | undefined> {
    return this.#refresh(
      () => true,
      refresh,
      signal,
      (stored) => stored,
    );
  }

  /**
   * Calls `refresh` with the refresh token while this process holds the lease.
   * Without a lease, two processes could use the same refresh token, and the
   * authorization server may then revoke all tokens of the sign-in (RFC 9700,
   * section 4.14.2). A new refresh token is stored even if `merge` throws an
   * error, because the authorization server may no longer accept the old one.
   */
  async #refresh<T extends Tokens | undefined>(
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
      // Ignore a lease that ends too far in the future: the system clock must
      // have been set back after another process wrote the lease.
      if (until > now && until <= now + LEASE_DURATION) {
        await delay(LEASE_POLL, signal);
        continue;
      }
      const lease = { owner, until: now + LEASE_DURATION };
      if (!(await this.swap({ ...stored, lease }))) continue;
      let next: StoredTokens = { ...stored, lease: undefined };
      try {
        const tokens = await refresh(stored.refreshToken);
        const { refreshToken = stored.refreshToken } = tokens ?? {};
        next = { ...next, refreshToken };
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
 * Parses stored tokens. Returns `undefined` if the stored value has an unknown
 * format, for example from a different version of the program.
 */
function parseStoredTokens(text: string): StoredTokens | undefined {
  const stored = parseDocument(text) as StoredTokens | undefined;
  return typeof stored?.accessToken === "string" ? stored : undefined;
}

/** Returns whether an access token has expired, or expires very soon. */
export function isExpired({ expires = Infinity }: StoredTokens): boolean {
  return Date.now() >= expires;
}

/** Returns the union of several lists of scopes, without duplicates. */
export function unionScopes(
  ...lists: readonly (readonly string[] | undefined)[]
): readonly string[] {
  return parseScopes(lists.flatMap((list) => list ?? []).join(" "));
}
