/** Proofs that the bearer of a token has the key that it is bound to (RFC 9449). */
import { AuthError } from "../../http/security/auth-error.js";
import { sha256 } from "../base64url.js";
import { isObject } from "../../validation/guards.js";
import {
  fitsAlgorithm,
  isSignedBy,
  jwsAlgorithm,
  readJws,
  thumbprint,
} from "../jws.js";
import { Nonces } from "./nonces.js";
import { proofMemory } from "./proof-replay-cache.js";
import type { HttpRequest } from "../../http/types.js";
import type { ProofOfPossession } from "./resource.js";

/** Options of {@link dpopProofs}. */
export interface DpopOptions {
  /** Refuses tokens that are bound to no key. Default: false. */
  readonly required?: boolean | undefined;
  /** Algorithms of proofs. Default: ES256, ES384, EdDSA, Ed25519, PS256, RS256. */
  readonly algorithms?: readonly string[] | undefined;
  /** How old a proof may be, or how far ahead its clock, in seconds. Default: 60. */
  readonly window?: number | undefined;
  /**
   * Lets proofs hold a value of this server's, which changes: nobody can make one
   * beforehand. A text of at least 32 characters is the secret of all processes
   * that serve the same clients; with true this process makes one up.
   */
  readonly nonce?: boolean | string | undefined;
  /**
   * Whether a proof is seen for the first time, where several processes serve: to be
   * remembered for so many seconds. Default: what this process remembers.
   */
  readonly isNew?:
    ((id: string, seconds: number) => boolean | Promise<boolean>) | undefined;
}

const PROOF_ALGORITHMS = "ES256 ES384 EdDSA Ed25519 PS256 RS256";

/** Longest `jti` that is taken, in characters. */
const MAX_PROOF_ID = 256;

/**
 * Takes tokens that are bound to a key of the client: `dpop` of {@link jwt} and {@link
 * introspection}. A token that is stolen is of no use without the key.
 *
 * @throws TypeError for options that cannot be meant.
 */
export function dpopProofs({
  required = false,
  algorithms = PROOF_ALGORITHMS.split(" "),
  window = 60,
  nonce = false,
  isNew = proofMemory(window),
}: DpopOptions = {}): ProofOfPossession {
  const unknown = algorithms.find((alg) => !jwsAlgorithm(alg));
  if (unknown !== undefined) {
    throw new TypeError(`algorithms has ${unknown}, which is not taken`);
  }
  if (!(window > 0)) throw new RangeError("window must be more than nothing");
  const nonces = nonce === false ? undefined : new Nonces(nonce);
  /** Requests that are looked at again, while their answer is a stream. */
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
      const proof = readJws(request.header("dpop") ?? "");
      const { typ, alg, jwk } = proof?.header ?? {};
      const isTaken = algorithms.some((one) => one === alg);
      const algorithm = isTaken ? jwsAlgorithm(alg) : undefined;
      if (!proof || !algorithm || typ !== "dpop+jwt" || !isObject(jwk)) {
        throw invalidProof("There is no proof that is taken");
      }
      const isPublic = jwk.d === undefined && jwk.k === undefined;
      if (
        !isPublic ||
        !fitsAlgorithm(jwk, alg, algorithm) ||
        !(await isSignedBy(proof, jwk, algorithm))
      ) {
        throw invalidProof("The proof is not signed by its key");
      }
      if ((await thumbprint(jwk, algorithm)) !== wanted) {
        throw invalidProof("The proof is of another key");
      }
      const { htm, htu, iat, jti, ath } = proof.payload;
      if (htm !== request.method || !isMeant(htu, request, resource)) {
        throw invalidProof("The proof is for another request");
      }
      if (ath !== (await sha256(token))) {
        throw invalidProof("The proof is for another token");
      }
      await nonces?.check(proof.payload.nonce);
      const apart = Math.abs(Number(iat) - Date.now() / 1000);
      if (typeof iat !== "number" || !(apart <= window)) {
        throw invalidProof("The proof is not of now: compare the clocks");
      }
      if (typeof jti !== "string" || !jti || jti.length > MAX_PROOF_ID) {
        throw invalidProof("The proof has no jti that is taken");
      }
      if (!(await isNew(`${wanted} ${jti}`, 2 * window))) {
        throw invalidProof("The proof was used before");
      }
      proven.set(request, wanted);
    },
  };
}

function invalidProof(message: string): AuthError {
  return new AuthError(message, 401, "invalid_dpop_proof");
}

/**
 * Whether a proof's `htu` is the address of a request, as clients see it: in front of
 * it may stand what the resource has there, and a proxy took off.
 */
function isMeant(
  htu: unknown,
  { target }: HttpRequest,
  resource: string,
): boolean {
  if (typeof htu !== "string" || !URL.canParse(htu)) return false;
  const said = new URL(htu);
  const own = new URL(resource);
  const path = resourcePath(new URL(own.origin + target));
  const whole = resourcePath(said);
  const front = whole.slice(0, whole.length - path.length);
  return (
    said.origin === own.origin &&
    whole === front + path &&
    `${resourcePath(own)}/`.startsWith(`${front}/`)
  );
}

function resourcePath({ pathname }: URL): string {
  return pathname.replace(/\/$/, "");
}
