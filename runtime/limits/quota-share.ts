/** Amount that one client uses of a resource shared by all clients. */
export class Share {
  readonly #all: { total: number };
  held = 0;

  /** @param all Total amount that all clients use. */
  constructor(all: { total: number }) {
    this.#all = all;
  }

  /** Adds an amount to the share. A negative amount is released. */
  add(amount: number): void {
    this.held += amount;
    this.#all.total += amount;
  }

  /**
   * Returns true if `amount` fits beside the share. A client may use as much as
   * all others leave free of `limit`: a single client gets half of it, so the
   * next client always finds space.
   */
  fits(amount: number, limit: number): boolean {
    return amount <= this.room(limit);
  }

  /** Returns how much more the client may use, by the rule of `fits`. */
  room(limit: number): number {
    return limit - this.#all.total - this.held;
  }
}

/**
 * Amounts that each client uses of a resource shared by all clients, such as
 * memory. A client is a principal, or an address if there is no principal.
 */
export class Shares {
  readonly #shares = new Map<string, Share>();
  /** Total amount that all clients use. */
  total = 0;

  /** Returns the amount that a client uses. */
  of(holder: string): number {
    return this.#shares.get(holder)?.held ?? 0;
  }

  /** Adds an amount to the share of a client. A negative amount is released. */
  add(holder: string, amount: number): void {
    const share = this.#shareOf(holder);
    share.add(amount);
    if (share.held > 0) this.#shares.set(holder, share);
    else this.#shares.delete(holder);
  }

  /**
   * Returns true if `amount` fits beside the share of the client, by the rule
   * of `QuotaShare.fits`.
   */
  fits(holder: string, amount: number, limit: number): boolean {
    return this.#shareOf(holder).fits(amount, limit);
  }

  /** Client that uses most. Undefined if no client uses anything. */
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
