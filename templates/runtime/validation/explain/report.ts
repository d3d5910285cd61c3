/** Collects what an explanation finds. */
import { describe, issueAt, type Issue } from "./issues.js";
import { inside, NO_STEP, WHOLE, type Place, type Step } from "./places.js";

/** A count of issues only chooses between types, for which this is enough. */
const MAX_COUNTED = 10_000;

/** `limit` issues, and a count of the rest. */
export class Report {
  issues: Issue[] = [];
  more = 0;
  /** Where the part of the value is that is being looked at. */
  at: Place;
  readonly limit: number;
  /** The union's member that it is held against. */
  branch: string | undefined = undefined;
  /** True where only the number of issues is asked for. */
  readonly counting: boolean;
  /** Parts that may still be looked at: none behind what is too deep. */
  left: number;

  constructor(limit: number, at: Place = WHOLE, counting = false) {
    this.limit = limit;
    this.at = at;
    this.counting = counting;
    this.left = counting ? MAX_COUNTED : Infinity;
  }

  /** Goes to a part of the value; `leave` goes back. */
  enter(key: string | number, step?: Step): void {
    // What is only counted needs no texts.
    this.at = inside(this.at, key, this.full ? NO_STEP : step);
  }

  leave(): void {
    this.at = this.at.outer ?? WHOLE;
  }

  get count(): number {
    return this.issues.length + this.more;
  }

  /** True when issues are only counted. */
  get full(): boolean {
    return this.issues.length >= this.limit;
  }

  /** `whole` when the value may be shown as it is. */
  add(expected: string, value: unknown, whole = false): void {
    if (this.full) {
      this.more++;
      return;
    }
    const received = describe(value, whole);
    const issue = issueAt(this.at, expected, received, this.branch);
    // Most often it is the only one: V8 gives a literal of one element no spare
    // capacity, and `push` more.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
  }
}
