import { AuthError } from "../../http/security/auth-error.js";
import { base64Url } from "../base64url.js";

/** For how long a nonce is given out, in milliseconds; it is taken once as long again. */
const NONCE_PERIOD = 300_000;

const MIN_NONCE_SECRET = 32;

/** Values that clients have to put into proofs (RFC 9449, 9): made of the time. */
export class Nonces {
  readonly #secret: string | undefined;
  #key: ReturnType<typeof hmacKey> | undefined;

  /** @throws RangeError for a secret that is too short. */
  constructor(secret: string | true) {
    this.#secret = secret === true ? undefined : secret;
    if (secret !== true && secret.length < MIN_NONCE_SECRET) {
      throw new RangeError(
        `nonce needs at least ${MIN_NONCE_SECRET} characters`,
      );
    }
  }

  /** @throws AuthError with a newer one, when a proof has none that holds. */
  async check(nonce: unknown): Promise<void> {
    const period = Math.floor(Date.now() / NONCE_PERIOD);
    const newest = await this.#of(period);
    if (nonce === newest || nonce === (await this.#of(period - 1))) return;
    throw new AuthError("The proof needs a nonce", 401, "use_dpop_nonce", {
      "dpop-nonce": newest,
    });
  }

  async #of(period: number): Promise<string> {
    // Workers have no random values while their module loads.
    this.#key ??= hmacKey(this.#secret);
    const bytes = new TextEncoder().encode(`DPoP nonce ${period}`);
    const mac = await crypto.subtle.sign("HMAC", await this.#key, bytes);
    return base64Url(new Uint8Array(mac));
  }
}

function hmacKey(secret: string | undefined) {
  const bytes =
    secret === undefined
      ? crypto.getRandomValues(new Uint8Array(MIN_NONCE_SECRET))
      : new TextEncoder().encode(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
}
