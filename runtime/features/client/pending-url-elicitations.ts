import { abortable } from "../../limits/timer.js";

/** Pages that users visit at a time, at most; the oldest are forgotten. */
const MAX_VISITS = 1_000;

/** Characters of an id, at most; a visit with a longer one is not followed. */
const MAX_VISIT_ID = 1_000;

interface Visit {
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** Pages that users were sent to, by the id of the elicitation. */
export class Visits {
  readonly #open = new Map<string, Visit>();

  begin(id: string | undefined): void {
    if (id === undefined || id.length > MAX_VISIT_ID || this.#open.has(id))
      return;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#open.set(id, { ended, end });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MAX_VISITS) break;
      this.end(oldest);
    }
  }

  /** False when none of that id was begun, or it has ended before. */
  end(id: string | undefined): boolean {
    const visit = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || visit === undefined) return false;
    this.#open.delete(id);
    visit.end();
    return true;
  }

  /** Resolves when the visits have ended; rejects when the signal says so. */
  async ended(
    ids: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const all = Promise.all(ids.map((id) => this.#open.get(id)?.ended));
    await abortable(all, signal);
  }
}
