import { AuthError } from "../../http/security/auth-error.js";
import {
  fitsAlgorithm,
  isSignedBy,
  getJwsAlgorithm,
  parseJws,
} from "../jws.js";
import { requireSafeUrl } from "../web.js";
import { findClaimProblem } from "./claims.js";
import { IssuerKeys, loadKeys } from "./keys.js";
import { parseExpectedClaims, protectResource } from "./resource.js";
import type { HttpAuth } from "../../http/security/auth.js";
import type { ImportedKeys } from "../jws.js";
import type { JsonDocument } from "../web.js";
import type { JwkSet } from "./keys.js";
import type { ProtectedOptions } from "./resource.js";

/** Options for {@link jwt}. */
export interface JwtOptions extends ProtectedOptions {
  /**
   * Public keys of the issuer as a JWK Set (RFC 7517), or their URL.
   * @default the `jwks_uri` of the issuer's metadata (RFC 8414, OpenID Connect)
   */
  readonly jwks?: string | JwkSet | undefined;
  /**
   * Accepted signature algorithms. `none` and HMAC algorithms are never
   * accepted.
   * @default RS256 to RS512, PS256 to PS512, ES256 to ES512, EdDSA and Ed25519
   */
  readonly algorithms?: readonly string[] | undefined;
  /**
   * Required `typ` header of tokens, such as `at+jwt` (RFC 9068).
   * @default `at+jwt`, `JWT` or no `typ` at all
   */
  readonly type?: string | undefined;
}

const DEFAULT_JWT_TYPES = ["at+jwt", "jwt"];

/**
 * Accepts access tokens that are JWTs (RFC 9068): signed with a key of the
 * issuer, issued for this server, and not expired. Pass the result as option
 * `auth` of an HTTP server.
 *
 * @throws TypeError when `audience` or `resource` is missing, or an algorithm
 *   is not supported.
 * @throws RangeError when `skew` is negative.
 * @throws OAuthError `unsafe_address` when `issuer` or `jwks` is not an `https`
 *   URL (or `http` on a loopback address).
 * @example
 * jwt({
 *   issuer: "https://login.example",
 *   audience: "https://mcp.example/mcp",
 * });
 */
export function jwt(options: JwtOptions): HttpAuth {
  const { issuer, jwks, algorithms, type, fetch } = options;
  const rules = parseExpectedClaims(options);
  const unknown = algorithms?.find((alg) => !getJwsAlgorithm(alg));
  if (unknown !== undefined) {
    throw new TypeError(
      `algorithms contains ${unknown}, which is not supported. Use an asymmetric algorithm such as ES256`,
    );
  }
  if (typeof jwks === "string") requireSafeUrl(jwks, jwks, "jwks");
  const keys = new IssuerKeys(() =>
    typeof jwks === "object"
      ? Promise.resolve(jwks.keys)
      : loadKeys(issuer, jwks, fetch),
  );
  const imported: ImportedKeys = new WeakMap();
  const types = type === undefined ? DEFAULT_JWT_TYPES : [type.toLowerCase()];

  return protectResource(options, rules, async (token) => {
    const signed = parseJws(token);
    const { alg, kid, typ } = signed?.header ?? {};
    const isTaken = !algorithms || algorithms.some((name) => name === alg);
    const algorithm = isTaken ? getJwsAlgorithm(alg) : undefined;
    if (!signed || !algorithm) {
      throw new AuthError(
        "The token is not a JWT with a supported signature algorithm",
      );
    }
    if (!(typ === undefined ? type === undefined : matchesType(typ, types))) {
      throw new AuthError("The token has a typ header that is not accepted");
    }
    const isWanted = (key: JsonDocument): boolean =>
      fitsAlgorithm(key, alg, algorithm) &&
      (kid === undefined || key.kid === kid);
    const key = await keys.find(isWanted);
    if (!key || !(await isSignedBy(signed, key, algorithm, imported))) {
      throw new AuthError("The token is not signed with a key of its issuer");
    }
    const { iss, exp } = signed.payload;
    const problem =
      iss === undefined || exp === undefined
        ? "The token has no iss or no exp claim"
        : findClaimProblem(signed.payload, rules);
    if (problem !== undefined) throw new AuthError(problem);
    return signed.payload;
  });
}

/**
 * Returns whether a `typ` header is one of the given types. RFC 7515, section
 * 4.1.9, allows omitting the prefix `application/`.
 */
function matchesType(typ: unknown, types: readonly string[]): boolean {
  if (typeof typ !== "string") return false;
  return types.includes(typ.toLowerCase().replace(/^application\//, ""));
}
