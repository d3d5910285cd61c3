import { AuthError } from "../../http/security/auth-error.js";
import { isObject } from "../../validation/guards.js";
import { askingWith, issuerMetadata } from "../issuer.js";
import { askDocument, safeAddress } from "../web.js";
import type { Document } from "../web.js";
import type { Fetch } from "../../http/client/fetcher.js";

/** The public keys of an issuer (RFC 7517). */
export interface JwkSet {
  readonly keys: readonly Document[];
}

/** After how long keys are asked for again, in milliseconds. */
const KEYS_MAX_AGE = 600_000;

/** How long they are used when nobody answers. */
const KEYS_MAX_STALE = 3_600_000;

/** Least time from one request for keys to the next: tokens must not make a flood. */
const KEYS_COOLDOWN = 30_000;

/** How long a request may take in all. */
const KEYS_TIMEOUT = 10_000;

/**
 * Keys of an issuer: asked for when first needed, again after ten minutes, and
 * when a token names one that is not among them. What is not in the newest set
 * is not valid any more.
 */
export class IssuerKeys {
  readonly #load: () => Promise<readonly Document[]>;
  #keys: readonly Document[] = [];
  #loaded = -Infinity;
  #tried = -Infinity;
  #trying: Promise<void> | undefined;
  #problem: unknown;

  constructor(load: () => Promise<readonly Document[]>) {
    this.#load = load;
  }

  /**
   * The one key that is wanted; undefined when there is none, or more than one.
   *
   * @throws AuthError 503 when the issuer could not be asked.
   */
  async find(
    isWanted: (key: Document) => boolean,
  ): Promise<Document | undefined> {
    if (performance.now() - this.#loaded >= KEYS_MAX_AGE) await this.#renew();
    const known = onlyOne(this.#keys, isWanted);
    if (known) return known;
    await this.#renew();
    const found = onlyOne(this.#keys, isWanted);
    if (found || this.#problem === undefined) return found;
    throw unavailable("The keys of the issuer", this.#problem);
  }

  /** Asks anew, unless that was done just now: then waits for what is under way. */
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

/** The refusal for what an authorization server did not answer. */
export function unavailable(what: string, cause: unknown): AuthError {
  const headers = { "retry-after": String(KEYS_COOLDOWN / 1000) };
  const error = new AuthError(
    `${what} could not be asked for`,
    503,
    "temporarily_unavailable",
    headers,
  );
  error.cause = cause;
  return error;
}

/** Asks the issuer for its keys: at `jwks`, or where its metadata says. */
export async function loadKeys(
  issuer: string,
  jwks: string | undefined,
  fetch: Fetch | undefined,
): Promise<readonly Document[]> {
  const signal = AbortSignal.timeout(KEYS_TIMEOUT);
  const at = jwks ?? (await keysAddress(issuer, { fetch, signal }));
  const { status, document } = await askDocument(at, { fetch, signal });
  const keys: unknown = document?.keys;
  if (status !== 200 || !Array.isArray(keys)) {
    throw new Error(`${at} gave no keys (status ${status})`);
  }
  return keys.filter(isObject);
}

/** Where the issuer's metadata say that its keys are. */
async function keysAddress(
  issuer: string,
  how: { readonly fetch: Fetch | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const metadata = await issuerMetadata(issuer, askingWith(how));
  if (!metadata) throw new Error(`There is no metadata of ${issuer}`);
  return safeAddress(metadata.jwks_uri, issuer, "jwks_uri").href;
}

function onlyOne(
  keys: readonly Document[],
  isWanted: (key: Document) => boolean,
): Document | undefined {
  const found = keys.filter(isWanted);
  return found.length === 1 ? found[0] : undefined;
}
