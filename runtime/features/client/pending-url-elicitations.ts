import { abortable } from "../../limits/timer.js";

/**
 * Maximum number of pending visits to web pages. If the maximum is exceeded,
 * the oldest visit is treated as ended.
 */
const MAX_VISITS = 1_000;

/**
 * Maximum length of an elicitation ID in characters. Visits of web pages with a
 * longer ID are not tracked: `ended` does not wait for them.
 */
const MAX_VISIT_ID = 1_000;

interface Visit {
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/**
 * Web pages that users are currently visiting in URL mode, by elicitation ID.
 */
export class PendingUrlElicitations {
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

  /**
   * Ends the visit of the web page with this elicitation ID. Returns `false` if
   * no such visit is pending.
   */
  end(id: string | undefined): boolean {
    const visit = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || visit === undefined) return false;
    this.#open.delete(id);
    visit.end();
    return true;
  }

  /**
   * Resolves when the visits of the web pages with these elicitation IDs have
   * ended. Rejects if the signal is aborted before.
   */
  async ended(
    ids: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const all = Promise.all(ids.map((id) => this.#open.get(id)?.ended));
    await abortable(all, signal);
  }
}
