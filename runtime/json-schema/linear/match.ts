/**
 * Patterns of strangers, matched in time that grows with the length of the text
 * alone, where a RegExp may go back again and again. All states that the pattern
 * can be in are followed at once (Thompson's simulation).
 */
import { parsePattern } from "./parse.js";
import { Run } from "../run.js";
import type { PatternPart } from "./parse.js";

/** States of a pattern, at most. */
export const MAX_STATES = 20_000;

/** Characters of a pattern that are read for each state that it may have. */
export const CHARACTERS_A_STATE = 10;

/** The state in which the pattern has matched. */
const MATCHED = 0;

/** States that are looked at for one step of work. */
const STATES_A_STEP = 8;

/** A state, with those that follow it. */
interface PatternState {
  readonly then: readonly number[];
  /** The character that it takes, or else it takes none. */
  readonly holds?: (char: string) => boolean;
  /** The place in the text that it needs. */
  readonly sign?: string;
}

/** A pattern that stands in for a RegExp. */
export class LinearPattern {
  readonly source: string;
  readonly size: number;
  readonly #unicode: boolean;
  readonly #states: PatternState[] = [{ then: [] }];
  readonly #start: number;
  /** When each state was last looked at, by the count of characters. */
  readonly #seen: Float64Array;
  #time = 0;

  /** @throws Error that says why the pattern cannot be matched so. */
  constructor(source: string, most: number = MAX_STATES) {
    if (source.length > most * CHARACTERS_A_STATE)
      throw new Error("it is too long");
    const { whole, unicode } = parsePattern(source);
    // No number is the size of what is repeated infinitely, and never.
    if (!(whole.size <= most)) throw new Error("it needs too many states");
    this.source = source;
    this.size = whole.size;
    this.#unicode = unicode;
    this.#start = this.#build(whole, MATCHED);
    this.#seen = new Float64Array(this.#states.length);
  }

  /** As of a RegExp. @throws Error when it takes too much work. */
  test(text: string, run: Run = new Run("")): boolean {
    const states = this.#states;
    const seen = this.#seen;
    let open: number[] = [];
    let before = "";
    run.spend(1);
    for (let at = 0; ;) {
      const char = this.#charAt(text, at);
      const taking: PatternState[] = [];
      let looks = 0;
      this.#time += 1;
      open.push(this.#start);
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        if (state === MATCHED) return true;
        looks += 1;
        if (seen[state] === this.#time) continue;
        seen[state] = this.#time;
        const { then, holds, sign } = states[state] as PatternState;
        if (holds) taking.push(states[state] as PatternState);
        else if (stands(sign, before, char)) open.push(...then);
      }
      run.spend(looks / STATES_A_STEP);
      if (char === "") return false;
      open = taking
        .filter(({ holds }) => holds?.(char))
        .map(({ then }) => then[0] as number);
      before = char;
      at += char.length;
    }
  }

  #charAt(text: string, at: number): string {
    const point = this.#unicode ? text.codePointAt(at) : undefined;
    return point === undefined ? text.charAt(at) : String.fromCodePoint(point);
  }

  /** Makes the states of a part, before state `next`; the first of them. */
  #build(part: PatternPart, next: number): number {
    switch (part.kind) {
      case "one":
        return this.#add({ holds: part.holds, then: [next] });
      case "place":
        return this.#add({ sign: part.sign, then: [next] });
      case "row":
        return part.parts.reduceRight((to, one) => this.#build(one, to), next);
      case "choice":
        return this.#add({
          then: part.parts.map((one) => this.#build(one, next)),
        });
      case "repeat": {
        const { part: again, min, max } = part;
        let first = next;
        if (max === Infinity) {
          const then = [next];
          first = this.#add({ then });
          then.push(this.#build(again, first));
        } else {
          for (let more = min; more < max; more += 1) {
            first = this.#add({ then: [next, this.#build(again, first)] });
          }
        }
        for (let more = 0; more < min; more += 1) {
          first = this.#build(again, first);
        }
        return first;
      }
    }
  }

  #add(state: PatternState): number {
    return this.#states.push(state) - 1;
  }
}

/** Whether a place between two characters is one of that sign. */
function stands(
  sign: string | undefined,
  before: string,
  after: string,
): boolean {
  switch (sign) {
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
