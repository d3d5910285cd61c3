import { AuthError } from "../../http/security/auth-error.js";
import { sha256 } from "../base64url.js";
import { requestDocument, encodeBasicAuth, requireSafeUrl } from "../web.js";
import { findClaimProblem } from "./claims.js";
import { createUnavailableError } from "./keys.js";
import { parseExpectedClaims, protectResource } from "./resource.js";
import type { HttpAuth } from "../../http/security/auth.js";
import type { JsonDocument } from "../web.js";
import type { ProtectedOptions } from "./resource.js";

/** Options for {@link introspection}. */
export interface IntrospectionOptions extends ProtectedOptions {
  /**
   * URL of the issuer's introspection endpoint (`introspection_endpoint` in its
   * metadata).
   */
  readonly endpoint: string;
  /** Credentials with which this server authenticates to the issuer. */
  readonly client: { readonly id: string; readonly secret: string };
  /**
   * Maximum time for which an introspection result is cached, in seconds.
   * During this time, a revoked token may still be accepted. Expired tokens are
   * rejected even if their result is cached.
   * @default 30
   */
  readonly cache?: number | undefined;
}

/** Maximum number of cached introspection results. */
const MAX_INTROSPECTIONS = 10_000;

/** Timeout of an introspection request, in milliseconds. */
const INTROSPECTION_TIMEOUT = 10_000;

/**
 * Accepts access tokens that the issuer reports as active (token introspection,
 * RFC 7662). Pass the result as option `auth` of an HTTP server.
 *
 * @throws TypeError when `audience` or `resource` is missing.
 * @throws RangeError when `cache` or `skew` is negative.
 * @throws OAuthError `unsafe_address` when `endpoint` or `issuer` is not an
 *   `https` URL (or `http` on a loopback address).
 * @example
 * introspection({
 *   issuer: "https://login.example",
 *   audience: "https://mcp.example/mcp",
 *   endpoint: "https://login.example/introspect",
 *   client: { id: "mcp-server", secret: process.env.CLIENT_SECRET },
 * });
 */
export function introspection(options: IntrospectionOptions): HttpAuth {
  const { endpoint, client, cache = 30, fetch } = options;
  const rules = parseExpectedClaims(options);
  const { href } = requireSafeUrl(endpoint, endpoint, "endpoint");
  if (!(cache >= 0))
    throw new RangeError("The option `cache` must not be negative");
  const headers = {
    authorization: encodeBasicAuth(client.id, client.secret),
  };
  /**
   * Cached introspection results by the digest of the token. The cache contains
   * no tokens, so that they cannot be read from memory.
   */
  const cached = new Map<
    string,
    { readonly claims: Promise<JsonDocument>; readonly until: number }
  >();

  const introspect = async (token: string): Promise<JsonDocument> => {
    const form = new URLSearchParams({
      token,
      token_type_hint: "access_token",
    });
    const signal = AbortSignal.timeout(INTROSPECTION_TIMEOUT);
    const request = { fetch, signal, form, headers };
    try {
      const { status, document } = await requestDocument(href, request);
      if (status === 200 && typeof document?.active === "boolean") {
        return document;
      }
      throw new Error(
        `${href} returned no introspection result (status ${status})`,
      );
    } catch (error) {
      throw createUnavailableError(
        "The introspection result of the issuer",
        error,
      );
    }
  };

  const remember = (digest: string, claims: Promise<JsonDocument>): void => {
    const [oldest] = cached.keys();
    if (cached.size >= MAX_INTROSPECTIONS && oldest !== undefined)
      cached.delete(oldest);
    const entry = { claims, until: Infinity };
    cached.set(digest, entry);
    const forget = (): void => {
      if (cached.get(digest) === entry) cached.delete(digest);
    };
    void claims.then(({ active }) => {
      entry.until = performance.now() + cache * 1000;
      // Do not cache inactive tokens: otherwise invented tokens could evict the
      // entries of real clients.
      if (!active) forget();
    }, forget);
  };

  return protectResource(options, rules, async (token) => {
    const digest = await sha256(token);
    const previous = cached.get(digest);
    const isFresh = previous && performance.now() < previous.until;
    const answer = isFresh ? previous.claims : introspect(token);
    if (!isFresh) remember(digest, answer);
    const claims = await answer;
    const problem = claims.active
      ? findClaimProblem(claims, rules)
      : "The token is not active";
    if (problem !== undefined) throw new AuthError(problem);
    return claims;
  });
}
