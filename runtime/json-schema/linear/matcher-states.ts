/**
 * States of the matcher of one pattern. They are stored, so that later texts
 * match faster.
 */

/**
 * Number of character codes for which a matcher state stores the next state.
 */
const ASCII = 128;

/**
 * Fixed cost of a stored matcher state, in automaton states. The number of
 * automaton states in the matcher state is added to this cost.
 */
const COST_PER_STATE = 4;

/**
 * State of the matcher between two characters: the set of active automaton
 * states. The matcher states form a deterministic automaton, which is built
 * while texts are matched.
 */
export interface MatcherState {
  readonly states: readonly number[];
  /**
   * Kind of the previous character, for assertions such as `\b`: `a` for a word
   * character, `-` for any other character, and `""` at the start of the text.
   */
  readonly before: string;
  /** Index in the list of matcher states, or 0 if the state is not stored. */
  readonly index: number;
  /**
   * Indexes of the next matcher states, by character code: 0 if the next state
   * is not known, and `MATCHED_INDEX` if the pattern matches.
   */
  readonly next: Uint16Array;
  matchesAtEnd?: boolean;
}

/** Reserved index in `next`, which means that the pattern has matched. */
export const MATCHED_INDEX = 1;

/** Stored matcher states of one pattern. */
export class MatcherStates {
  /** State before the first character of a text. */
  readonly first: MatcherState;
  /** Matcher states by index. The first two indexes are reserved. */
  readonly list: (MatcherState | undefined)[] = [undefined, undefined];
  readonly #byKey = new Map<string, MatcherState>();
  /**
   * Remaining memory budget for further matcher states, in automaton states.
   * The budget limits the memory of a pattern to a multiple of the pattern's
   * size.
   */
  #budget: number;

  constructor(size: number) {
    this.#budget = 64 + 4 * size;
    this.first = this.get([], "");
  }

  /**
   * Returns the matcher state in which the given automaton states are active.
   * Stores a new state if the memory budget allows it.
   */
  get(states: number[], before: string): MatcherState {
    const key = before + String(states.sort((a, b) => a - b));
    const known = this.#byKey.get(key);
    if (known) return known;
    this.#budget -= states.length + COST_PER_STATE;
    const index = this.#budget < 0 ? 0 : this.list.length;
    const next = new Uint16Array(index === 0 ? 0 : ASCII);
    const created = { states, before, index, next };
    if (index === 0) return created;
    this.#byKey.set(key, created);
    this.list.push(created);
    return created;
  }
}
