/**
 * DPoP (RFC 9449): clients prove that they hold the key to which their access
 * token is bound.
 */
import { AuthError } from "../../http/security/auth-error.js";
import { sha256 } from "../base64url.js";
import { isObject } from "../../validation/guards.js";
import {
  fitsAlgorithm,
  isSignedBy,
  getJwsAlgorithm,
  parseJws,
  computeThumbprint,
} from "../jws.js";
import { Nonces } from "./nonces.js";
import { proofReplayCache } from "./proof-replay-cache.js";
import type { HttpRequest } from "../../http/types.js";
import type { ProofOfPossession } from "./resource.js";

/** Options for {@link dpopProofs}. */
export interface DpopOptions {
  /**
   * Whether tokens that are not bound to a key are rejected.
   * @default false
   */
  readonly required?: boolean | undefined;
  /**
   * Signature algorithms that are accepted in proofs.
   * @default ["ES256", "ES384", "EdDSA", "Ed25519", "PS256", "RS256"]
   */
  readonly algorithms?: readonly string[] | undefined;
  /**
   * Maximum difference between the `iat` time of a proof and the server's
   * clock, in seconds. Applies to proofs from the past and from the future.
   * @default 60
   */
  readonly window?: number | undefined;
  /**
   * Whether proofs must contain a nonce of this server (RFC 9449, section 9).
   * The nonce changes every five minutes, so that proofs cannot be created in
   * advance. With `true`, this process generates its own secret. Pass a secret
   * of at least 32 characters if several processes serve the same clients.
   * @default false
   */
  readonly nonce?: boolean | string | undefined;
  /**
   * Callback that returns whether a proof is used for the first time. Set it if
   * several processes serve the same clients. The callback must remember the
   * identifier of the proof for the given number of seconds.
   * @default a cache in the memory of this process
   */
  readonly isNew?:
    ((id: string, seconds: number) => boolean | Promise<boolean>) | undefined;
}

const PROOF_ALGORITHMS = "ES256 ES384 EdDSA Ed25519 PS256 RS256";

/** Maximum length of the `jti` claim of a proof, in characters. */
const MAX_PROOF_ID = 256;

/**
 * Accepts access tokens that are bound to a key of the client (DPoP, RFC 9449).
 * Pass the result as option `dpop` of {@link jwt} or {@link introspection}. A
 * stolen token cannot be used without the key.
 *
 * @throws TypeError for unsupported algorithms.
 * @throws RangeError for a `window` that is not positive, or a `nonce` secret
 *   shorter than 32 characters.
 * @example
 * jwt({ issuer, audience, dpop: dpopProofs({ required: true }) });
 */
export function dpopProofs({
  required = false,
  algorithms = PROOF_ALGORITHMS.split(" "),
  window = 60,
  nonce = false,
  isNew = proofReplayCache(window),
}: DpopOptions = {}): ProofOfPossession {
  const unknown = algorithms.find((alg) => !getJwsAlgorithm(alg));
  if (unknown !== undefined) {
    throw new TypeError(
      `algorithms contains ${unknown}, which is not supported. Use an asymmetric algorithm such as ES256`,
    );
  }
  if (!(window > 0))
    throw new RangeError(
      "The option `window` must be a positive number of seconds",
    );
  const nonces = nonce === false ? undefined : new Nonces(nonce);
  /**
   * Requests whose proof was verified, with the thumbprint of the proven key.
   * While the server streams a response, it verifies the request repeatedly.
   * The same proof must then not be rejected as a replay.
   */
  const proven = new WeakMap<HttpRequest, string>();

  return {
    scheme: { name: "DPoP", params: `algs="${algorithms.join(" ")}"` },
    required,
    metadata: {
      dpop_signing_alg_values_supported: algorithms,
      dpop_bound_access_tokens_required: required,
    },
    async check(request, token, wanted, resource) {
      if (proven.get(request) === wanted) return;
      const proof = parseJws(request.header("dpop") ?? "");
      const { typ, alg, jwk } = proof?.header ?? {};
      const isTaken = algorithms.some((name) => name === alg);
      const algorithm = isTaken ? getJwsAlgorithm(alg) : undefined;
      if (!proof || !algorithm || typ !== "dpop+jwt" || !isObject(jwk)) {
        throw createProofError(
          "The DPoP header is missing or contains no supported proof",
        );
      }
      const isPublic = jwk.d === undefined && jwk.k === undefined;
      if (
        !isPublic ||
        !fitsAlgorithm(jwk, alg, algorithm) ||
        !(await isSignedBy(proof, jwk, algorithm))
      ) {
        throw createProofError(
          "The DPoP proof is not signed with the key in its header",
        );
      }
      if ((await computeThumbprint(jwk, algorithm)) !== wanted) {
        throw createProofError(
          "The DPoP proof is signed with another key than the token is bound to",
        );
      }
      const { htm, htu, iat, jti, ath } = proof.payload;
      if (htm !== request.method || !matchesRequest(htu, request, resource)) {
        throw createProofError("The DPoP proof is for another method or URL");
      }
      if (ath !== (await sha256(token))) {
        throw createProofError("The DPoP proof is for another access token");
      }
      await nonces?.check(proof.payload.nonce);
      const apart = Math.abs(Number(iat) - Date.now() / 1000);
      if (typeof iat !== "number" || !(apart <= window)) {
        throw createProofError(
          "The DPoP proof is too old or from the future: check the clocks",
        );
      }
      if (typeof jti !== "string" || !jti || jti.length > MAX_PROOF_ID) {
        throw createProofError(
          "The jti of the DPoP proof is missing or too long",
        );
      }
      if (!(await isNew(`${wanted} ${jti}`, 2 * window))) {
        throw createProofError("The DPoP proof was already used");
      }
      proven.set(request, wanted);
    },
  };
}

function createProofError(message: string): AuthError {
  return new AuthError(message, 401, "invalid_dpop_proof");
}

/**
 * Returns whether the `htu` claim of a proof is the URL of the request as the
 * client sees it. If a reverse proxy has removed a path prefix, the prefix must
 * be part of the resource URL.
 */
function matchesRequest(
  htu: unknown,
  { target }: HttpRequest,
  resource: string,
): boolean {
  if (typeof htu !== "string" || !URL.canParse(htu)) return false;
  const claimed = new URL(htu);
  const resourceUrl = new URL(resource);
  const path = getResourcePath(new URL(resourceUrl.origin + target));
  const claimedPath = getResourcePath(claimed);
  const prefix = claimedPath.slice(0, claimedPath.length - path.length);
  return (
    claimed.origin === resourceUrl.origin &&
    claimedPath === prefix + path &&
    `${getResourcePath(resourceUrl)}/`.startsWith(`${prefix}/`)
  );
}

function getResourcePath({ pathname }: URL): string {
  return pathname.replace(/\/$/, "");
}
