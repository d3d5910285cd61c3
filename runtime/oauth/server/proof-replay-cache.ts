import { SessionSlots } from "../../limits/session-slots.js";

/** Maximum number of proofs in the cache. */
const MAX_PROOFS = 100_000;

/**
 * Creates a replay cache of DPoP proofs (RFC 9449, section 11.1). Returns a
 * function that tells whether a proof is new. Proofs are kept until they are
 * too old to be accepted. When the cache is full, the key with the most proofs
 * is restricted. New proofs of this key are rejected, and new proofs of other
 * keys evict the oldest proof of this key.
 */
export function proofReplayCache(window: number): (id: string) => boolean {
  const seen = new Set<string>();
  const slots = new SessionSlots(MAX_PROOFS, 2 * window * 1000);
  return (id) => {
    const [holder = ""] = id.split(" ");
    if (seen.has(id) || !slots.tryReserve(holder)) return false;
    seen.add(id);
    const slot = {
      holder,
      used: Date.now(),
      busy: false,
      end: () => {
        seen.delete(id);
        slots.delete(slot);
      },
    };
    slots.add(slot);
    return true;
  };
}
