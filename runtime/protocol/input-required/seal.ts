/**
 * Encrypts request state, which the client stores between two attempts of a
 * request. The encrypted state is valid only for that request.
 */
import { fromBase64, toBase64 } from "../../json-rpc/messages/base64.js";
import type { Bytes } from "../../json-rpc/messages/base64.js";

/**
 * Secret for the encryption of request state: at least 32 bytes. A string is
 * encoded as UTF-8.
 */
export type StateKey = string | Uint8Array;

/** Options for the encryption of request state. */
export interface StateOptions {
  /**
   * Secret for the encryption. All processes that serve the same clients need
   * the same secret. With a list of secrets, the first one encrypts and all of
   * them decrypt. By default each process generates a secret, or the processes
   * share one through the `shared` option of the HTTP server.
   */
  readonly key?: StateKey | readonly StateKey[] | undefined;
  /**
   * Lifetime of an encrypted state, in milliseconds. `Infinity` means no limit.
   *
   * @default 600_000
   */
  readonly ttl?: number | undefined;
}

const TTL = 600_000;
const MIN_KEY_BYTES = 32;
const IV_BYTES = 12;
/** Maximum length of an encrypted state, in characters. */
const MAX_STATE = 1_048_576;

type Key = Awaited<ReturnType<typeof derive>>;

/**
 * Default secret, which all servers in this process use. Generated when first
 * needed.
 */
let processKey: Bytes | undefined;

/** Function that returns a secret that several processes share. */
const sharedKey: { key?: () => Promise<Bytes> } = {};

/**
 * Sets the function that returns the shared secret. Servers without a
 * configured secret use the shared secret.
 */
export function useSharedKey(key: () => Promise<Bytes>): void {
  sharedKey.key = key;
}

/** Reason why an encrypted state is rejected. */
export type UnsealFailure = "forged" | "expired";

/** Encrypts, decrypts and authenticates values with AES-GCM. */
export class Sealer {
  readonly #secrets: readonly Bytes[] | undefined;
  readonly #ttl: number;
  #keys: Promise<Key[]> | undefined;

  /**
   * @throws RangeError if a secret is too short, the list of secrets is empty,
   *   or the lifetime is negative.
   */
  constructor({ key, ttl = TTL }: StateOptions = {}) {
    const secrets =
      key === undefined ? key : ([key].flat() as StateKey[]).map(toBytes);
    this.#secrets = secrets;
    if (
      secrets?.length === 0 ||
      secrets?.some(({ length }) => length < MIN_KEY_BYTES)
    ) {
      throw new RangeError(`state.key needs at least ${MIN_KEY_BYTES} bytes`);
    }
    if (!(ttl >= 0)) throw new RangeError("state.ttl must not be negative");
    this.#ttl = ttl;
  }

  /**
   * Encrypts a value for the context `bound`. Only a call of `open` with the
   * same context can decrypt the value.
   *
   * @throws RangeError if the encrypted state exceeds the maximum length.
   */
  async seal(value: unknown, bound: string): Promise<string> {
    const [key] = (await this.#derived()) as [Key];
    const text = JSON.stringify([Date.now() + this.#ttl, value]);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const additionalData = toBytes(bound);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt(algorithm, key, toBytes(text)),
    );
    const whole = new Uint8Array(IV_BYTES + sealed.length);
    whole.set(iv);
    whole.set(sealed, IV_BYTES);
    const state = toBase64(whole);
    if (state.length <= MAX_STATE) return state;
    throw new RangeError(
      `The encrypted state of a call has ${state.length} characters; the maximum is ${MAX_STATE}`,
    );
  }

  /**
   * Decrypts a state and returns the value. If the state is invalid, returns
   * the reason as a string.
   */
  async open(
    state: string,
    bound: string,
  ): Promise<{ readonly value: unknown } | UnsealFailure> {
    const whole = state.length <= MAX_STATE ? fromBase64(state) : undefined;
    if (whole === undefined || whole.length <= IV_BYTES) return "forged";
    const iv = whole.slice(0, IV_BYTES);
    const additionalData = toBytes(bound);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    for (const key of await this.#derived()) {
      const opened = await crypto.subtle
        .decrypt(algorithm, key, whole.slice(IV_BYTES))
        .catch(() => undefined);
      if (!opened) continue;
      const text = new TextDecoder().decode(opened);
      // The expiry time of a state without a time limit is null here, because
      // JSON.stringify converts Infinity to null.
      const [until, value] = JSON.parse(text) as [number | null, unknown];
      return until === null || Date.now() < until ? { value } : "expired";
    }
    return "forged";
  }

  #derived(): Promise<Key[]> {
    // The keys are derived only when needed, because worker platforms provide
    // no random values while a module loads.
    return (this.#keys ??= Promise.all(
      (this.#secrets ?? [sharedKey.key?.() ?? randomKey()]).map(derive),
    ).catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    }));
  }
}

async function derive(secret: Bytes | Promise<Bytes>) {
  const { subtle } = crypto;
  const base = await subtle.importKey("raw", await secret, "HKDF", false, [
    "deriveKey",
  ]);
  const salt = new Uint8Array(0);
  const info = toBytes("mcp request state");
  return subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

function randomKey(): Bytes {
  return (processKey ??= crypto.getRandomValues(new Uint8Array(MIN_KEY_BYTES)));
}

function toBytes(value: StateKey): Bytes {
  const bytes =
    typeof value === "string" ? new TextEncoder().encode(value) : value;
  return new Uint8Array(bytes);
}
