import type { SessionId, StoreKey } from "./values.js";
import type { SharedStore } from "./store.js";

/** Keys of a session in the store. */
export interface SessionKeys {
  readonly record: StoreKey;
  /** Queue of messages for a client that does not listen. */
  readonly queue: StoreKey;
  /** Hash of the session's streams, without their events. */
  readonly streams: StoreKey;
  /** Ledger that counts the bytes of stored messages. */
  readonly ledger: StoreKey;
}

export function getSessionKeys(store: SharedStore, id: SessionId): SessionKeys {
  const record = store.sessionKey(id);
  return {
    record,
    queue: store.sessionKey(id, "w"),
    streams: store.sessionKey(id, "s"),
    ledger: store.ledger("m", record),
  };
}
