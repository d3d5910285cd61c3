/**
 * Positions of a pattern that is matched in linear time. They are stored, so
 * that later texts match faster. A position is a state of the matcher, not an
 * offset in the text.
 */

/**
 * Number of character codes for which a position (matcher state) stores the
 * next position.
 */
const ASCII = 128;

/**
 * Fixed cost of a stored position (matcher state), in automaton states. The
 * number of automaton states in the position is added to this cost.
 */
const ROOM_PER_POSITION = 4;

/**
 * State of the matcher between two characters: the set of active automaton
 * states. All positions form a deterministic automaton, which is built while
 * texts are matched.
 */
export interface Position {
  readonly states: readonly number[];
  /**
   * Example of the previous character's kind (word character or other), for the
   * assertions. Empty at the start of the text.
   */
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

/** Stored positions (matcher states) of one pattern. */
export class Positions {
  /** Position (matcher state) before the first character of a text. */
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

  /**
   * Returns the position (matcher state) in which the given automaton states
   * are active. Stores a new position if the memory budget allows it.
   */
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
