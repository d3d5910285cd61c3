/**
 * Encryption of state that the client stores between requests. The state is
 * bound to its request.
 */
import { fromBase64, toBase64 } from "../../json-rpc/messages/base64.js";
import type { Bytes } from "../../json-rpc/messages/base64.js";

/** Secret of at least 32 bytes. A string is encoded as UTF-8. */
export type StateKey = string | Uint8Array;

/** Options for the encryption of state. */
export interface StateOptions {
  /**
   * Secret of all processes that serve the same clients. Of several secrets,
   * the first encrypts and all decrypt. By default each process generates one,
   * or the processes share one through the `shared` option of the HTTP server.
   */
  readonly key?: StateKey | readonly StateKey[] | undefined;
  /**
   * Lifetime of a state, in milliseconds. `Infinity` means no limit.
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
 * Key of this process, generated when first needed and used by all its servers.
 */
let processKey: Bytes | undefined;

/** Provider of a secret that several processes share. */
const sharedKey: { key?: () => Promise<Bytes> } = {};

/** Sets the provider of the secret for servers without a configured key. */
export function useSharedKey(key: () => Promise<Bytes>): void {
  sharedKey.key = key;
}

/** Reason why a state cannot be decrypted. */
export type UnsealFailure = "forged" | "expired";

/** Encrypts and authenticates values with AES-GCM. */
export class Sealer {
  readonly #secrets: readonly Bytes[] | undefined;
  readonly #ttl: number;
  #keys: Promise<Key[]> | undefined;

  /** @throws RangeError if a key is too short or the lifetime is negative. */
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
   * Encrypts a value. Only `open` with the same `bound` can decrypt it.
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

  /** Decrypts a state. Returns a string with the reason if that fails. */
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
      // JSON.stringify converts Infinity to null.
      const [until, value] = JSON.parse(text) as [number | null, unknown];
      return until === null || Date.now() < until ? { value } : "expired";
    }
    return "forged";
  }

  #derived(): Promise<Key[]> {
    // Derived when first needed, since workers have no random values while a
    // module loads.
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
