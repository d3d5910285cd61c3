/** What a holder has of something that all share. */
export class Share {
  readonly #all: { total: number };
  held = 0;

  /** `all` is what all hold together. */
  constructor(all: { total: number }) {
    this.#all = all;
  }

  /** Adds to what is held; a negative amount is given back. */
  add(amount: number): void {
    this.held += amount;
    this.#all.total += amount;
  }

  /**
   * Whether there is room for so much more: as much as the others leave free of
   * `limit`. So one alone gets half of it, and the next always finds something.
   */
  fits(amount: number, limit: number): boolean {
    return amount <= this.room(limit);
  }

  /** How much more may be held, by the same rule. */
  room(limit: number): number {
    return limit - this.#all.total - this.held;
  }
}

/**
 * Who holds how much of something that all share, such as memory. A holder is a
 * principal, or else an address.
 */
export class Shares {
  readonly #shares = new Map<string, Share>();
  /** What all hold together. */
  total = 0;

  /** What a holder has. */
  of(holder: string): number {
    return this.#shares.get(holder)?.held ?? 0;
  }

  /** Adds to what a holder has, as to a share. */
  add(holder: string, amount: number): void {
    const share = this.#shareOf(holder);
    share.add(amount);
    if (share.held > 0) this.#shares.set(holder, share);
    else this.#shares.delete(holder);
  }

  /** Whether a holder may have so much more, by the rule of shares. */
  fits(holder: string, amount: number, limit: number): boolean {
    return this.#shareOf(holder).fits(amount, limit);
  }

  /** Who holds most; undefined when nobody holds anything. */
  get most(): string | undefined {
    let most: string | undefined;
    let amount = 0;
    for (const [holder, { held }] of this.#shares) {
      if (held > amount) [most, amount] = [holder, held];
    }
    return most;
  }

  #shareOf(holder: string): Share {
    return this.#shares.get(holder) ?? new Share(this);
  }
}
