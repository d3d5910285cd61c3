import { Shares } from "../../connection/quota/shares.js";

/** A place that somebody has taken: a session, or a stream. */
export interface TakenPlace {
  /** Whose it is. */
  readonly holder: string;
  /** When it was used last. */
  readonly used: number;
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
  readonly #taken = new Set<TakenPlace>();
  readonly #shares = new Shares();

  constructor(limit: number) {
    this.#limit = limit;
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
  }

  delete(place: TakenPlace): void {
    if (this.#taken.delete(place)) this.#shares.add(place.holder, -1);
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
