/**
 * Positions of a linear pattern, stored so that later texts match faster. A
 * position is a state of the matcher, not an offset in the text.
 */

/** Number of character codes for which a position stores the next position. */
const ASCII = 128;

/**
 * Fixed cost of a stored position. This cost and the number of the position's
 * states are subtracted from the remaining memory budget `#room`.
 */
const ROOM_PER_POSITION = 4;

/**
 * Set of automaton states that can be active at the same time. Together, the
 * positions form a deterministic automaton, which is built while texts are
 * matched.
 */
export interface Position {
  readonly states: readonly number[];
  /** Text that replaces the previous character for the assertion `\b`. */
  readonly before: string;
  /** Index in the list of positions, or 0 if the position is not stored. */
  readonly index: number;
  /**
   * Indexes of the next positions by character code: 0 if the next position is
   * not known, and `MATCHED_INDEX` if the pattern matches.
   */
  readonly next: Uint16Array;
  matchesAtEnd?: boolean;
}

/** Reserved index in `next`, which means that the pattern has matched. */
export const MATCHED_INDEX = 1;

/** Stored positions of one pattern. */
export class Positions {
  /** Position at the start of a text. */
  readonly first: Position;
  /** Positions by index. The first two indexes are reserved. */
  readonly list: (Position | undefined)[] = [undefined, undefined];
  readonly #byKey = new Map<string, Position>();
  /**
   * Remaining memory budget for further positions, in automaton states. It
   * limits the memory of a pattern to a multiple of the pattern's size.
   */
  #room: number;

  constructor(size: number) {
    this.#room = 64 + 4 * size;
    this.first = this.get([], "");
  }

  /** Returns the position with the given states. */
  get(states: number[], before: string): Position {
    const key = before + String(states.sort((a, b) => a - b));
    const known = this.#byKey.get(key);
    if (known) return known;
    this.#room -= states.length + ROOM_PER_POSITION;
    const index = this.#room < 0 ? 0 : this.list.length;
    const next = new Uint16Array(index === 0 ? 0 : ASCII);
    const position = { states, before, index, next };
    if (index === 0) return position;
    this.#byKey.set(key, position);
    this.list.push(position);
    return position;
  }
}
