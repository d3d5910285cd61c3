import { AuthError } from "../../http/security/auth-error.js";
import { encodeBase64Url } from "../base64url.js";

/**
 * Period after which the server issues a new nonce, in milliseconds. The
 * previous nonce is accepted for one more period.
 */
const NONCE_PERIOD = 300_000;

const MIN_NONCE_SECRET = 32;

/**
 * DPoP nonces of a server (RFC 9449, section 9). A nonce is an HMAC of the
 * current time period, so the server does not have to store it.
 */
export class Nonces {
  readonly #secret: string | undefined;
  #key: ReturnType<typeof hmacKey> | undefined;

  /**
   * @param secret Secret key of the HMAC; `true` generates a random key.
   * @throws RangeError when the secret is shorter than 32 characters.
   */
  constructor(secret: string | true) {
    this.#secret = secret === true ? undefined : secret;
    if (secret !== true && secret.length < MIN_NONCE_SECRET) {
      throw new RangeError(
        `The option \`nonce\` must have at least ${MIN_NONCE_SECRET} characters`,
      );
    }
  }

  /**
   * Checks the nonce of a proof.
   *
   * @throws AuthError `use_dpop_nonce` with the current nonce when the nonce is
   *   missing or outdated.
   */
  async check(nonce: unknown): Promise<void> {
    const period = Math.floor(Date.now() / NONCE_PERIOD);
    const newest = await this.#compute(period);
    if (nonce === newest || nonce === (await this.#compute(period - 1))) return;
    throw new AuthError(
      "The DPoP proof must contain the nonce of the DPoP-Nonce header",
      401,
      "use_dpop_nonce",
      {
        "dpop-nonce": newest,
      },
    );
  }

  async #compute(period: number): Promise<string> {
    // Create the key on first use: Cloudflare Workers forbid random values
    // while a module loads.
    this.#key ??= hmacKey(this.#secret);
    const bytes = new TextEncoder().encode(`DPoP nonce ${period}`);
    const mac = await crypto.subtle.sign("HMAC", await this.#key, bytes);
    return encodeBase64Url(new Uint8Array(mac));
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
