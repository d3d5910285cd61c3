import { AuthError } from "../../http/security/auth-error.js";
import { sha256 } from "../base64url.js";
import { askDocument, basicAuthorization, safeAddress } from "../web.js";
import { claimProblem } from "./claims.js";
import { unavailable } from "./keys.js";
import { claimRules, protectedBy } from "./resource.js";
import type { HttpAuth } from "../../http/security/auth.js";
import type { Document } from "../web.js";
import type { ProtectedOptions } from "./resource.js";

/** Options of {@link introspection}. */
export interface IntrospectionOptions extends ProtectedOptions {
  /** The address where the issuer tells of tokens: `introspection_endpoint`. */
  readonly endpoint: string;
  /** Who this server is to the issuer. */
  readonly client: { readonly id: string; readonly secret: string };
  /**
   * How long an answer holds, in seconds, at most: so long may a token be used that
   * was revoked. Never longer than the token lives. Default: 30.
   */
  readonly cache?: number | undefined;
}

/** Answers that are remembered, at most. */
const MAX_ANSWERS = 10_000;

/** How long the issuer may take, in milliseconds. */
const INTROSPECTION_TIMEOUT = 10_000;

/**
 * Takes access tokens that the issuer says are active (RFC 7662). For `auth` of what
 * serves HTTP.
 *
 * @throws TypeError for options that cannot be meant.
 */
export function introspection(options: IntrospectionOptions): HttpAuth {
  const { endpoint, client, cache = 30, fetch } = options;
  const rules = claimRules(options);
  const { href } = safeAddress(endpoint, endpoint, "endpoint");
  if (!(cache >= 0)) throw new RangeError("cache must not be negative");
  const headers = {
    authorization: basicAuthorization(client.id, client.secret),
  };
  /** By digest: a token that is at rest can be stolen. */
  const known = new Map<
    string,
    { readonly claims: Promise<Document>; readonly until: number }
  >();

  const ask = async (token: string): Promise<Document> => {
    const form = new URLSearchParams({
      token,
      token_type_hint: "access_token",
    });
    const signal = AbortSignal.timeout(INTROSPECTION_TIMEOUT);
    const how = { fetch, signal, form, headers };
    try {
      const { status, document } = await askDocument(href, how);
      if (status === 200 && typeof document?.active === "boolean") {
        return document;
      }
      throw new Error(`${href} did not tell of a token (status ${status})`);
    } catch (error) {
      throw unavailable("The issuer's word on the token", error);
    }
  };

  const remember = (digest: string, claims: Promise<Document>): void => {
    const [oldest] = known.keys();
    if (known.size >= MAX_ANSWERS && oldest !== undefined) known.delete(oldest);
    const entry = { claims, until: Infinity };
    known.set(digest, entry);
    const forget = (): void => {
      if (known.get(digest) === entry) known.delete(digest);
    };
    void claims.then(({ active }) => {
      entry.until = performance.now() + cache * 1000;
      // Nobody must lose a place to tokens that are made up.
      if (!active) forget();
    }, forget);
  };

  return protectedBy(options, rules, async (token) => {
    const digest = await sha256(token);
    const before = known.get(digest);
    const isFresh = before && performance.now() < before.until;
    const answer = isFresh ? before.claims : ask(token);
    if (!isFresh) remember(digest, answer);
    const claims = await answer;
    const problem = claims.active
      ? claimProblem(claims, rules)
      : "The token is not active";
    if (problem !== undefined) throw new AuthError(problem);
    return claims;
  });
}
