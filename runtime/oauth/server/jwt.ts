import { AuthError } from "../../http/security/auth-error.js";
import { fitsAlgorithm, isSignedBy, jwsAlgorithm, readJws } from "../jws.js";
import { safeAddress } from "../web.js";
import { claimProblem } from "./claims.js";
import { IssuerKeys, loadKeys } from "./keys.js";
import { claimRules, protectedBy } from "./resource.js";
import type { HttpAuth } from "../../http/security/auth.js";
import type { ImportedKeys } from "../jws.js";
import type { Document } from "../web.js";
import type { JwkSet } from "./keys.js";
import type { ProtectedOptions } from "./resource.js";

/** Options of {@link jwt}. */
export interface JwtOptions extends ProtectedOptions {
  /**
   * The issuer's public keys, or the address of them. Default: the address that its
   * metadata name (RFC 8414, OpenID Connect).
   */
  readonly jwks?: string | JwkSet | undefined;
  /**
   * Algorithms that are taken. Default: RS, PS and ES with 256, 384 and 512 bits,
   * EdDSA, Ed25519. Others are not known: no `none`, and none with a shared secret.
   */
  readonly algorithms?: readonly string[] | undefined;
  /**
   * Header `typ` that tokens must have, such as `at+jwt`. Default: that, `JWT`, or
   * none.
   */
  readonly type?: string | undefined;
}

const MAY_BE = ["at+jwt", "jwt"];

/**
 * Takes access tokens that are JWTs (RFC 9068): signed by a key of the issuer, for
 * this server, and not expired. For `auth` of what serves HTTP.
 *
 * @throws TypeError for options that cannot be meant.
 */
export function jwt(options: JwtOptions): HttpAuth {
  const { issuer, jwks, algorithms, type, fetch } = options;
  const rules = claimRules(options);
  const unknown = algorithms?.find((alg) => !jwsAlgorithm(alg));
  if (unknown !== undefined) {
    throw new TypeError(`algorithms has ${unknown}, which is not taken`);
  }
  if (typeof jwks === "string") safeAddress(jwks, jwks, "jwks");
  const keys = new IssuerKeys(() =>
    typeof jwks === "object"
      ? Promise.resolve(jwks.keys)
      : loadKeys(issuer, jwks, fetch),
  );
  const imported: ImportedKeys = new WeakMap();
  const types = type === undefined ? MAY_BE : [type.toLowerCase()];

  return protectedBy(options, rules, async (token) => {
    const signed = readJws(token);
    const { alg, kid, typ } = signed?.header ?? {};
    const isTaken = !algorithms || algorithms.some((one) => one === alg);
    const algorithm = isTaken ? jwsAlgorithm(alg) : undefined;
    if (!signed || !algorithm) {
      throw new AuthError("The token is not signed in a way that is taken");
    }
    if (!(typ === undefined ? type === undefined : isType(typ, types))) {
      throw new AuthError("The token is of another type");
    }
    const isWanted = (key: Document): boolean =>
      fitsAlgorithm(key, alg, algorithm) &&
      (kid === undefined || key.kid === kid);
    const key = await keys.find(isWanted);
    if (!key || !(await isSignedBy(signed, key, algorithm, imported))) {
      throw new AuthError("The token is not signed by its issuer");
    }
    const { iss, exp } = signed.payload;
    const problem =
      iss === undefined || exp === undefined
        ? "The token does not say its issuer, or when it expires"
        : claimProblem(signed.payload, rules);
    if (problem !== undefined) throw new AuthError(problem);
    return signed.payload;
  });
}

/** Whether a `typ` is one of those; RFC 7515 lets `application/` be left out. */
function isType(typ: unknown, types: readonly string[]): boolean {
  if (typeof typ !== "string") return false;
  return types.includes(typ.toLowerCase().replace(/^application\//, ""));
}
