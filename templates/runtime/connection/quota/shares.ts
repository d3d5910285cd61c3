/**
 * Who holds how much of something that all share, such as memory. A holder is a
 * principal, or else an address.
 */
export class Shares {
  readonly #held = new Map<string, number>();
  #total = 0;

  /** What all hold together. */
  get total(): number {
    return this.#total;
  }

  /** What a holder has. */
  of(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** Adds to what a holder has; a negative amount is given back. */
  add(holder: string, amount: number): void {
    const held = this.of(holder) + amount;
    this.#total += amount;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }

  /**
   * Whether a holder may have so much more: as much as the others leave free of
   * `limit`. So one alone gets half of it, and the next always finds something.
   */
  fits(holder: string, amount: number, limit: number): boolean {
    return amount <= this.room(holder, limit);
  }

  /** How much more a holder may have, by the same rule. */
  room(holder: string, limit: number): number {
    return limit - this.#total - this.of(holder);
  }

  /** Who holds most; undefined when nobody holds anything. */
  get most(): string | undefined {
    let most: string | undefined;
    let amount = 0;
    for (const [holder, held] of this.#held) {
      if (held > amount) [most, amount] = [holder, held];
    }
    return most;
  }
}
