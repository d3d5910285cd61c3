import { AuthError } from "../../http/security/auth-error.js";
import { isObject } from "../../validation/guards.js";
import { createDocumentFetcher, fetchIssuerMetadata } from "../issuer.js";
import { requestDocument, requireSafeUrl } from "../web.js";
import type { JsonDocument } from "../web.js";
import type { Fetch } from "../../http/client/received.js";

/** JWK Set: the public keys of an issuer (RFC 7517, section 5). */
export interface JwkSet {
  readonly keys: readonly JsonDocument[];
}

/** Age after which the keys are fetched again, in milliseconds. */
const KEYS_MAX_AGE = 600_000;

/**
 * Maximum age of keys that are still used while the issuer cannot be reached,
 * in milliseconds.
 */
const KEYS_MAX_STALE = 3_600_000;

/**
 * Minimum time between two requests for keys, in milliseconds. Without this
 * limit, tokens with unknown key identifiers could flood the issuer with
 * requests.
 */
const KEYS_COOLDOWN = 30_000;

/**
 * Timeout for loading the keys, including the metadata request, in
 * milliseconds.
 */
const KEYS_TIMEOUT = 10_000;

/**
 * Cache of an issuer's public keys. Keys are fetched on first use, after ten
 * minutes, and when a token names an unknown key. A key that the issuer has
 * removed from its key set is no longer valid.
 */
export class IssuerKeys {
  readonly #load: () => Promise<readonly JsonDocument[]>;
  #keys: readonly JsonDocument[] = [];
  #loaded = -Infinity;
  #tried = -Infinity;
  #trying: Promise<void> | undefined;
  #problem: unknown;

  constructor(load: () => Promise<readonly JsonDocument[]>) {
    this.#load = load;
  }

  /**
   * Returns the key that matches a token. Returns `undefined` if no key or more
   * than one key matches.
   *
   * @throws AuthError with status 503 when the keys could not be fetched.
   */
  async find(
    isWanted: (key: JsonDocument) => boolean,
  ): Promise<JsonDocument | undefined> {
    if (performance.now() - this.#loaded >= KEYS_MAX_AGE) await this.#renew();
    const cached = findOnlyKey(this.#keys, isWanted);
    if (cached) return cached;
    await this.#renew();
    const fetched = findOnlyKey(this.#keys, isWanted);
    if (fetched || this.#problem === undefined) return fetched;
    throw createUnavailableError("The keys of the issuer", this.#problem);
  }

  /**
   * Fetches the keys at most once per `KEYS_COOLDOWN`. If a request for the
   * keys is in progress, returns the promise of that request.
   */
  #renew(): Promise<void> | undefined {
    const now = performance.now();
    if (now - this.#tried < KEYS_COOLDOWN) return this.#trying;
    this.#tried = now;
    this.#trying = this.#load().then(
      (keys) => {
        this.#keys = keys;
        this.#loaded = now;
        this.#problem = undefined;
      },
      (problem: unknown) => {
        this.#problem = problem;
        if (now - this.#loaded >= KEYS_MAX_STALE) this.#keys = [];
      },
    );
    return this.#trying;
  }
}

/**
 * Creates the 503 error for an authorization server that could not be reached.
 */
export function createUnavailableError(
  what: string,
  cause: unknown,
): AuthError {
  const headers = { "retry-after": String(KEYS_COOLDOWN / 1000) };
  const error = new AuthError(
    `${what} could not be fetched`,
    503,
    "temporarily_unavailable",
    headers,
  );
  error.cause = cause;
  return error;
}

/**
 * Fetches the issuer's keys from `jwks`, or from the `jwks_uri` of its
 * metadata.
 */
export async function loadKeys(
  issuer: string,
  jwks: string | undefined,
  fetch: Fetch | undefined,
): Promise<readonly JsonDocument[]> {
  const signal = AbortSignal.timeout(KEYS_TIMEOUT);
  const url = jwks ?? (await fetchKeysUrl(issuer, { fetch, signal }));
  const { status, document } = await requestDocument(url, { fetch, signal });
  const keys: unknown = document?.keys;
  if (status !== 200 || !Array.isArray(keys)) {
    throw new Error(`${url} returned no keys (status ${status})`);
  }
  return keys.filter(isObject);
}

/** Returns the `jwks_uri` of the issuer's metadata. */
async function fetchKeysUrl(
  issuer: string,
  how: { readonly fetch: Fetch | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const metadata = await fetchIssuerMetadata(
    issuer,
    createDocumentFetcher(how),
  );
  if (!metadata) throw new Error(`${issuer} publishes no metadata`);
  return requireSafeUrl(metadata.jwks_uri, issuer, "jwks_uri").href;
}

function findOnlyKey(
  keys: readonly JsonDocument[],
  isWanted: (key: JsonDocument) => boolean,
): JsonDocument | undefined {
  const matching = keys.filter(isWanted);
  return matching.length === 1 ? matching[0] : undefined;
}
