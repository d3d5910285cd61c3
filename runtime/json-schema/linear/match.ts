/**
 * Matcher for regular expressions of untrusted peers. The time is linear in the
 * length of the text, whereas a RegExp may backtrack for exponential time. The
 * matcher follows all possible states of the pattern at once (Thompson's
 * simulation).
 */
import { parsePattern } from "./parse.js";
import { CHARACTERS_PER_STEP } from "../json-key.js";
import { SchemaRun } from "../run.js";
import {
  MATCHED_INDEX,
  MatcherStates,
  type MatcherState,
} from "./matcher-states.js";
import type { PatternPart } from "./parse.js";

/** Maximum number of automaton states of a pattern. */
export const MAX_STATES = 20_000;

/**
 * Maximum length of a pattern per allowed automaton state, in characters. If
 * 100 states are allowed, a pattern may have 1,000 characters.
 */
export const CHARACTERS_PER_STATE = 10;

/** Index of the accepting state of the automaton. */
const MATCHED = 0;

/**
 * Replacements for the previously read character, for `\b` and `\B`: any word
 * character becomes `a`, and any other character becomes `-`. In this way, the
 * matcher has fewer different states.
 */
const WORD = "a";
const OTHER = "-";

/** Number of visited automaton states that count as one step of work. */
const STATES_PER_STEP = 8;

/** State of the automaton, with the indexes of the next states. */
interface PatternState {
  readonly next: readonly number[];
  /**
   * Test for the character that the state consumes. Undefined if the state
   * consumes no character.
   */
  readonly accepts?: (char: string) => boolean;
  /** Assertion that must hold at the current position, such as `^` or `\b`. */
  readonly assertion?: string;
}

/**
 * Regular expression that matches in linear time. Used instead of a RegExp for
 * patterns of untrusted peers.
 */
export class LinearPattern {
  readonly source: string;
  readonly size: number;
  readonly #unicode: boolean;
  readonly #states: PatternState[] = [{ next: [] }];
  readonly #start: number;
  /**
   * Value of `#clock` at the last visit of each state. `#clock` increases with
   * each character, so that each state is visited only once per character.
   */
  readonly #lastVisit: Float64Array;
  #clock = 0;
  readonly #matcherStates: MatcherStates;

  /**
   * @throws Error if the pattern cannot be matched in linear time or is too
   *   large. The message gives the reason.
   */
  constructor(source: string, most: number = MAX_STATES) {
    if (source.length > most * CHARACTERS_PER_STATE)
      throw new Error("it is too long");
    const { whole, unicode } = parsePattern(source);
    // Compare with a negation, so that NaN is also rejected. The size is NaN if
    // a part of infinite size is repeated zero times.
    if (!(whole.size <= most)) throw new Error("it needs too many states");
    this.source = source;
    this.size = whole.size;
    this.#unicode = unicode;
    this.#start = this.#build(whole, MATCHED);
    this.#lastVisit = new Float64Array(this.#states.length);
    this.#matcherStates = new MatcherStates(this.size);
  }

  /**
   * Tests a text like `RegExp.prototype.test`.
   *
   * @throws Error if the work limit of `run` is exceeded.
   */
  test(text: string, run: SchemaRun = new SchemaRun("")): boolean {
    const { first, list } = this.#matcherStates;
    let current: MatcherState | undefined = first;
    let at = 0;
    run.spend(1);
    while (current && at < text.length) {
      const code = text.charCodeAt(at);
      const known: number | undefined = current.next[code];
      if (known) {
        at += 1;
        current = list[known];
      } else {
        const char = this.#charAt(text, at);
        const next = this.#step(current, char, run);
        current.next[code] = next ? next.index : MATCHED_INDEX;
        current = next;
        at += char.length;
      }
    }
    run.spend(Math.ceil(at / CHARACTERS_PER_STEP));
    if (!current) return true;
    current.matchesAtEnd ??= !this.#step(current, "", run);
    return current.matchesAtEnd;
  }

  /**
   * Returns the next matcher state after the given character, which is `""` at
   * the end of the text. Returns `undefined` if the pattern matches before this
   * character.
   */
  #step(
    { states: open, before }: MatcherState,
    char: string,
    run: SchemaRun,
  ): MatcherState | undefined {
    const states = this.#states;
    const lastVisit = this.#lastVisit;
    const stack = [...open, this.#start];
    const consumed = new Set<number>();
    let looks = 0;
    this.#clock += 1;
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      if (state === MATCHED) return undefined;
      looks += 1;
      if (lastVisit[state] === this.#clock) continue;
      lastVisit[state] = this.#clock;
      const { next, accepts, assertion } = states[state] as PatternState;
      if (!accepts) {
        if (assertionHolds(assertion, before, char)) stack.push(...next);
      } else if (char !== "" && accepts(char)) consumed.add(next[0] as number);
    }
    run.spend(Math.ceil(looks / STATES_PER_STEP));
    return this.#matcherStates.get([...consumed], isWord(char) ? WORD : OTHER);
  }

  #charAt(text: string, at: number): string {
    const point = this.#unicode ? text.codePointAt(at) : undefined;
    return point === undefined ? text.charAt(at) : String.fromCodePoint(point);
  }

  /**
   * Adds the automaton states for a part of the pattern. After this part,
   * matching continues at the state `next`. Returns the index of the first
   * added state.
   */
  #build(part: PatternPart, next: number): number {
    switch (part.kind) {
      case "character":
        return this.#add({ accepts: part.accepts, next: [next] });
      case "assertion":
        return this.#add({ assertion: part.assertion, next: [next] });
      case "sequence":
        return part.parts.reduceRight(
          (to, inner) => this.#build(inner, to),
          next,
        );
      case "choice":
        return this.#add({
          next: part.parts.map((inner) => this.#build(inner, next)),
        });
      case "repeat": {
        const { part: repeated, min, max } = part;
        let first = next;
        if (max === Infinity) {
          const successors = [next];
          first = this.#add({ next: successors });
          successors.push(this.#build(repeated, first));
        } else {
          for (let more = min; more < max; more += 1) {
            first = this.#add({ next: [next, this.#build(repeated, first)] });
          }
        }
        for (let more = 0; more < min; more += 1) {
          first = this.#build(repeated, first);
        }
        return first;
      }
    }
  }

  #add(state: PatternState): number {
    return this.#states.push(state) - 1;
  }
}

/**
 * Returns whether an assertion such as `^` holds between two characters. At the
 * start or end of the text, `""` replaces the missing character.
 */
function assertionHolds(
  assertion: string | undefined,
  before: string,
  after: string,
): boolean {
  switch (assertion) {
    case "^":
      return before === "";
    case "$":
      return after === "";
    case "\\b":
      return isWord(before) !== isWord(after);
    case "\\B":
      return isWord(before) === isWord(after);
    default:
      return true;
  }
}

function isWord(char: string): boolean {
  return /^\w$/.test(char);
}
