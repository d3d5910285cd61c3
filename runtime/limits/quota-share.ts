/**
 * Share of one client in a resource that all clients use, such as memory. A
 * share may belong to a group, for example to the sessions of one address.
 */
export class QuotaShare {
  readonly #total: { total: number };
  readonly #group: QuotaShare | undefined;
  used = 0;

  /**
   * @param all Total amount that all clients use. Changes of the share also
   *   change the total.
   * @param group Share of the group. It contains the shares of all members.
   */
  constructor(all: { total: number }, group?: QuotaShare) {
    this.#total = all;
    this.#group = group;
  }

  /**
   * Adds an amount to the share. A negative amount is released from the share.
   */
  add(amount: number): void {
    this.used += amount;
    if (this.#group) this.#group.add(amount);
    else this.#total.total += amount;
  }

  /**
   * Returns true if the client may use `amount` in addition to its share. A
   * client may hold half of the amount that other clients leave free within
   * `limit`, rounded up. Therefore a single client gets at most half of
   * `limit`, and the next client always finds free space. A member of a group
   * may hold half of what the other members leave free for the group.
   */
  fits(amount: number, limit: number): boolean {
    return amount <= this.room(limit);
  }

  /** Returns the amount that the client may use in addition to its share. */
  room(limit: number): number {
    const free = this.#group?.room(limit) ?? limit - this.#total.total;
    return Math.ceil((free + this.used) / 2) - this.used;
  }
}

/**
 * Shares of all clients in a common resource, such as memory. A client is a
 * principal, or an address if there is no principal.
 */
export class QuotaShares {
  readonly #shares = new Map<string, QuotaShare>();
  /** Shares of the members of a client, such as its sessions. */
  readonly #members = new Map<string, Map<string, QuotaShare>>();
  /** Total amount that all clients use. */
  total = 0;

  /** Returns the amount that a client uses. */
  getAmount(holder: string): number {
    return this.#shares.get(holder)?.used ?? 0;
  }

  /**
   * Adds an amount to the share of a client. A negative amount is released from
   * the share. `member` is the part of the client that uses the amount, such as
   * a session.
   */
  add(holder: string, amount: number, member: string = holder): void {
    const share = this.#getShare(holder);
    if (member === holder) share.add(amount);
    else this.#addToMember(share, holder, amount, member);
    if (share.used > 0) this.#shares.set(holder, share);
    else this.#shares.delete(holder);
  }

  /**
   * Returns true if a client may use `amount` in addition to its share. A
   * client may hold at most half of the amount that the other clients leave
   * free within `limit`.
   */
  fits(
    holder: string,
    amount: number,
    limit: number,
    member: string = holder,
  ): boolean {
    const share = this.#getShare(holder);
    const used = this.#getMember(share, holder, member);
    return used.fits(amount, limit);
  }

  /**
   * Returns true if a client may use `amount` in addition to its share, within
   * a limit that applies to this client alone. If `member` is a part of the
   * client, such as a session, the member may hold half of what the other
   * members leave free.
   */
  fitsAlone(
    holder: string,
    amount: number,
    limit: number,
    member: string = holder,
  ): boolean {
    const { used } = this.#getShare(holder);
    if (member === holder) return used + amount <= limit;
    const own = this.#members.get(holder)?.get(member)?.used ?? 0;
    return own + amount <= Math.ceil((limit - used + own) / 2);
  }

  /**
   * Client that uses the largest amount. Undefined if no client uses anything.
   */
  get largestHolder(): string | undefined {
    return findLargest(this.#shares);
  }

  /**
   * Returns the member with the largest amount, among all members of a client.
   */
  getLargestMember(holder: string): string | undefined {
    return findLargest(this.#members.get(holder) ?? new Map());
  }

  #getShare(holder: string): QuotaShare {
    return this.#shares.get(holder) ?? new QuotaShare(this);
  }

  #getMember(share: QuotaShare, holder: string, member: string): QuotaShare {
    if (member === holder) return share;
    const known = this.#members.get(holder)?.get(member);
    return known ?? new QuotaShare(this, share);
  }

  #addToMember(
    share: QuotaShare,
    holder: string,
    amount: number,
    member: string,
  ): void {
    const members = this.#members.get(holder) ?? new Map<string, QuotaShare>();
    const part = this.#getMember(share, holder, member);
    part.add(amount);
    if (part.used > 0) members.set(member, part);
    else members.delete(member);
    if (members.size > 0) this.#members.set(holder, members);
    else this.#members.delete(holder);
  }
}

function findLargest(
  shares: ReadonlyMap<string, QuotaShare>,
): string | undefined {
  let most: string | undefined;
  let amount = 0;
  for (const [holder, { used }] of shares) {
    if (used > amount) [most, amount] = [holder, used];
  }
  return most;
}
