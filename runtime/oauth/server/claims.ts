import type { JsonDocument } from "../web.js";

/** Expected claims of an access token that was issued for this server. */
export interface ExpectedClaims {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /**
   * Allowed clock difference between the issuer and this server, in seconds.
   */
  readonly skew: number;
}

/**
 * Checks the claims of an access token. Returns a text for the client that
 * describes the first problem, or `undefined` if the claims are valid. Optional
 * claims are checked only if they are present.
 */
export function findClaimProblem(
  claims: JsonDocument,
  { issuer, audiences, skew }: ExpectedClaims,
): string | undefined {
  const { iss, aud, exp, nbf, iat } = claims;
  const now = Math.floor(Date.now() / 1000);
  if (iss !== undefined && iss !== issuer)
    return "The token was issued by another issuer";
  const given: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((audience) => given.includes(audience))) {
    return "The token is intended for another audience";
  }
  for (const time of [exp, nbf, iat]) {
    if (time !== undefined && !Number.isFinite(time)) {
      return "The token has an exp, nbf or iat claim that is not a number";
    }
  }
  if (Number(exp) <= now - skew) {
    return "The token has expired";
  }
  // Mention the clocks in the message: often the clocks of the issuer and this
  // server differ by more than the allowed skew.
  if ([nbf, iat].some((time) => Number(time) > now + skew)) {
    return "The token is not valid yet: check the clocks";
  }
  return undefined;
}

/**
 * Returns the scopes of a token, from `scope` (RFC 9068) or from `scp`, which
 * some issuers use instead.
 */
export function getTokenScopes({ scope, scp }: JsonDocument): string[] {
  const given: unknown = scope ?? scp;
  if (typeof given === "string") return given.split(" ").filter(Boolean);
  if (!Array.isArray(given)) return [];
  return given.filter((item): item is string => typeof item === "string");
}
