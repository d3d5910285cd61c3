/** State that travels through a client and comes back: sealed and bound. */
import { fromBase64, toBase64 } from "../../json-rpc/messages/base64.js";
import type { Bytes } from "../../json-rpc/messages/base64.js";

/** A secret of at least 32 bytes; text counts as its UTF-8. */
export type StateKey = string | Uint8Array;

/** How the state of calls that need input is sealed. */
export interface StateOptions {
  /**
   * Secret of all processes that serve the same clients; of several the first
   * seals, and all open. Default: one that this process makes up, or has in
   * common with others by the option `shared` of what serves HTTP.
   */
  readonly key?: StateKey | readonly StateKey[] | undefined;
  /**
   * How long a state may be used, in milliseconds; Infinity: for ever. Default:
   * ten minutes.
   */
  readonly ttl?: number | undefined;
}

const TTL = 600_000;
const MIN_KEY = 32;
const IV = 12;
/** Longest sealed state, in characters. */
const MAX_STATE = 1_048_576;

type Key = Awaited<ReturnType<typeof derive>>;

/** Made when first needed, and shared by the servers of the process. */
let ownKey: Bytes | undefined;

/** Gives a secret that this process has in common with others. */
const common: { key?: () => Promise<Bytes> } = {};

/** From now on what has no key is sealed with the one that `key` gives. */
export function useCommonKey(key: () => Promise<Bytes>): void {
  common.key = key;
}

/** Why a state was not opened. */
export type Unopened = "forged" | "expired";

/** Encrypts and authenticates texts with AES-GCM. */
export class Sealer {
  readonly #secrets: readonly Bytes[] | undefined;
  readonly #ttl: number;
  #keys: Promise<Key[]> | undefined;

  /** @throws RangeError for a key that is too short, or a time below zero. */
  constructor({ key, ttl = TTL }: StateOptions = {}) {
    const secrets =
      key === undefined ? key : ([key].flat() as StateKey[]).map(bytesOf);
    this.#secrets = secrets;
    if (
      secrets?.length === 0 ||
      secrets?.some(({ length }) => length < MIN_KEY)
    ) {
      throw new RangeError(`state.key needs at least ${MIN_KEY} bytes`);
    }
    if (!(ttl >= 0)) throw new RangeError("state.ttl must not be negative");
    this.#ttl = ttl;
  }

  /**
   * A text that only `open` with the same `bound` reads again.
   *
   * @throws RangeError when it becomes longer than a state may be.
   */
  async seal(value: unknown, bound: string): Promise<string> {
    const [key] = (await this.#derived()) as [Key];
    const text = JSON.stringify([Date.now() + this.#ttl, value]);
    const iv = crypto.getRandomValues(new Uint8Array(IV));
    const additionalData = bytesOf(bound);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt(algorithm, key, bytesOf(text)),
    );
    const whole = new Uint8Array(IV + sealed.length);
    whole.set(iv);
    whole.set(sealed, IV);
    const state = toBase64(whole);
    if (state.length <= MAX_STATE) return state;
    throw new RangeError(
      `What a call keeps between rounds is ${state.length} characters, and may be ${MAX_STATE}`,
    );
  }

  /** What was sealed; a string says why it cannot be opened. */
  async open(
    state: string,
    bound: string,
  ): Promise<{ readonly value: unknown } | Unopened> {
    const whole = state.length <= MAX_STATE ? fromBase64(state) : undefined;
    if (whole === undefined || whole.length <= IV) return "forged";
    const iv = whole.slice(0, IV);
    const additionalData = bytesOf(bound);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    for (const key of await this.#derived()) {
      const opened = await crypto.subtle
        .decrypt(algorithm, key, whole.slice(IV))
        .catch(() => undefined);
      if (!opened) continue;
      const text = new TextDecoder().decode(opened);
      // In JSON, Infinity is null.
      const [until, value] = JSON.parse(text) as [number | null, unknown];
      return until === null || Date.now() < until ? { value } : "expired";
    }
    return "forged";
  }

  #derived(): Promise<Key[]> {
    // Workers have no random values while their module loads.
    return (this.#keys ??= Promise.all(
      (this.#secrets ?? [common.key?.() ?? randomKey()]).map(derive),
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
  const info = bytesOf("mcp request state");
  return subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

function randomKey(): Bytes {
  return (ownKey ??= crypto.getRandomValues(new Uint8Array(MIN_KEY)));
}

function bytesOf(value: StateKey): Bytes {
  const bytes =
    typeof value === "string" ? new TextEncoder().encode(value) : value;
  return new Uint8Array(bytes);
}
