/** Share of one client in a resource that all clients use, such as memory. */
export class QuotaShare {
  readonly #total: { total: number };
  used = 0;

  /**
   * @param all Total amount that all clients use. Changes of the share also
   *   change the total.
   */
  constructor(all: { total: number }) {
    this.#total = all;
  }

  /**
   * Adds an amount to the share. A negative amount is released from the share.
   */
  add(amount: number): void {
    this.used += amount;
    this.#total.total += amount;
  }

  /**
   * Returns true if the client may use `amount` in addition to its share. A
   * client may hold half of the amount that other clients leave free within
   * `limit`, rounded up. Therefore a single client gets at most half of
   * `limit`, and the next client always finds free space.
   */
  fits(amount: number, limit: number): boolean {
    return amount <= this.room(limit);
  }

  /** Returns the amount that the client may use in addition to its share. */
  room(limit: number): number {
    const free = limit - this.#total.total + this.used;
    return Math.ceil(free / 2) - this.used;
  }
}

/**
 * Shares of all clients in a common resource, such as memory. A client is a
 * principal, or an address if there is no principal.
 */
export class QuotaShares {
  readonly #shares = new Map<string, QuotaShare>();
  /** Total amount that all clients use. */
  total = 0;

  /** Returns the amount that a client uses. */
  getAmount(holder: string): number {
    return this.#shares.get(holder)?.used ?? 0;
  }

  /**
   * Adds an amount to the share of a client. A negative amount is released from
   * the share.
   */
  add(holder: string, amount: number): void {
    const share = this.#getShare(holder);
    share.add(amount);
    if (share.used > 0) this.#shares.set(holder, share);
    else this.#shares.delete(holder);
  }

  /**
   * Returns true if a client may use `amount` in addition to its share: at most
   * half of what other clients leave free within `limit`.
   */
  fits(holder: string, amount: number, limit: number): boolean {
    return this.#getShare(holder).fits(amount, limit);
  }

  /**
   * Client that uses the largest amount. Undefined if no client uses anything.
   */
  get largestHolder(): string | undefined {
    let most: string | undefined;
    let amount = 0;
    for (const [holder, { used }] of this.#shares) {
      if (used > amount) [most, amount] = [holder, used];
    }
    return most;
  }

  #getShare(holder: string): QuotaShare {
    return this.#shares.get(holder) ?? new QuotaShare(this);
  }
}
