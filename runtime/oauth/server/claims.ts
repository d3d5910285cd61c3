import type { Document } from "../web.js";

/** What tokens have to say to be for this server. */
export interface ClaimRules {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** How far clocks may differ, in seconds. */
  readonly skew: number;
}

/**
 * What is wrong with the claims of a token, in words for its bearer; undefined:
 * nothing is. Those that are there are held to what they say.
 */
export function claimProblem(
  claims: Document,
  { issuer, audiences, skew }: ClaimRules,
): string | undefined {
  const { iss, aud, exp, nbf, iat } = claims;
  const now = Math.floor(Date.now() / 1000);
  if (iss !== undefined && iss !== issuer)
    return "The token is of another issuer";
  const meant: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((one) => meant.includes(one))) {
    return "The token is for another audience";
  }
  for (const time of [exp, nbf, iat]) {
    if (time !== undefined && !Number.isFinite(time)) {
      return "The token has a time that is none";
    }
  }
  if (exp !== undefined && Number(exp) <= now - skew) {
    return "The token has expired";
  }
  // Where clocks differ by more than is allowed, this is what tells.
  if ([nbf, iat].some((time) => Number(time) > now + skew)) {
    return "The token is from the future: compare the clocks";
  }
  return undefined;
}

/** The scopes of a token: `scope` of RFC 9068, or `scp`, as some issuers have it. */
export function scopesOf({ scope, scp }: Document): string[] {
  const given: unknown = scope ?? scp;
  if (typeof given === "string") return given.split(" ").filter(Boolean);
  if (!Array.isArray(given)) return [];
  return given.filter((one): one is string => typeof one === "string");
}
