import { every, unref } from "./timer.js";
import { Shares } from "./quota-share.js";

/** A place that somebody has taken: a session, or a stream. */
export interface TakenPlace {
  /** Whose it is. */
  readonly holder: string;
  /** When it was used last. */
  used: number;
  /** Whether something is going on in it. */
  readonly busy: boolean;
  end(): void;
}

/** A place that is younger than this is kept, unless its holder has most. */
const MIN_AGE = 60_000;

/**
 * Places for sessions, so many and no more. When all are taken, who has more than
 * the one who comes would have loses one, used or not; else one goes that was
 * unused for long, of somebody who has no less.
 */
export class Places {
  readonly #limit: number;
  readonly #idle: number;
  readonly #taken = new Set<TakenPlace>();
  readonly #shares = new Shares();

  #sweeper: ReturnType<typeof every>;

  /** `idle`: how long one may be unused, in milliseconds. */
  constructor(limit: number, idle: number) {
    this.#limit = limit;
    this.#idle = idle;
  }

  /** Whether there is room for one more of that holder; may end another. */
  room(holder: string): boolean {
    if (this.#taken.size < this.#limit) return true;
    const loser = this.#loser(holder);
    if (loser === undefined) return false;
    this.delete(loser);
    loser.end();
    return true;
  }

  add(place: TakenPlace): void {
    this.#taken.add(place);
    this.#shares.add(place.holder, 1);
    if (this.#idle === Infinity) return;
    const period = Math.min(60_000, Math.max(10, this.#idle / 4));
    this.#sweeper ??= unref(every(period, () => this.#sweep(Date.now())));
  }

  delete(place: TakenPlace): void {
    if (this.#taken.delete(place)) this.#shares.add(place.holder, -1);
  }

  /** Nothing is looked after any more. */
  close(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(now: number): void {
    for (const place of this.#taken) {
      if (place.busy) place.used = now;
      else if (now - place.used >= this.#idle) place.end();
    }
  }

  #loser(newcomer: string): TakenPlace | undefined {
    const shares = this.#shares;
    const own = shares.of(newcomer);
    const most = shares.most ?? newcomer;
    const unfair = shares.of(most) > own + 1;
    let loser: TakenPlace | undefined;
    for (const place of this.#taken) {
      const may = unfair
        ? place.holder === most
        : !place.busy && shares.of(place.holder) >= own;
      if (may && (!loser || goesBefore(place, loser))) loser = place;
    }
    if (unfair || !loser || Date.now() - loser.used >= MIN_AGE) return loser;
    return undefined;
  }
}

/** What is idle goes first, and of that what was unused for longest. */
function goesBefore(one: TakenPlace, other: TakenPlace): boolean {
  return one.busy === other.busy ? one.used < other.used : other.busy;
}
