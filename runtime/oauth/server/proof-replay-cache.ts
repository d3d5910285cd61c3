import { SessionSlots } from "../../limits/session-slots.js";

/** Proofs that are remembered, at most. */
const MAX_PROOFS = 100_000;

/**
 * Remembers proofs, until they are too old to be used. Where there is no room for
 * another one, the key with most of them is refused, or loses its oldest.
 */
export function proofMemory(window: number): (id: string) => boolean {
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
