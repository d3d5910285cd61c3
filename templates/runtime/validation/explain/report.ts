/** Collects what an explanation finds. */
import { describe, issueAt, type Expectation, type Issue } from "./issues.js";
import { WHOLE, type Place } from "./places.js";

/** A count of issues only chooses between types, for which this is enough. */
const MAX_COUNTED = 10_000;

/** More parts than a value in memory has, and an integer that V8 does not box. */
const UNLIMITED = 1_000_000_000;

/** `limit` issues, and a count of the rest. */
export class Report {
  issues: Issue[] = [];
  more = 0;
  readonly limit: number;
  /** The union's member that the value is held against. */
  branch: string | undefined = undefined;
  /** Where reading a part has thrown. */
  thrownAt: Place = WHOLE;
  /** True where only the number of issues is asked for. */
  readonly counting: boolean;
  /** Parts that may still be looked at: none behind what is too deep. */
  left: number;

  constructor(limit: number, counting = false) {
    this.limit = limit;
    this.counting = counting;
    this.left = counting ? MAX_COUNTED : UNLIMITED;
  }

  get count(): number {
    return this.issues.length + this.more;
  }

  /** True when issues are only counted. */
  get full(): boolean {
    return this.issues.length >= this.limit;
  }

  /** `whole` when the value may be shown as it is. */
  add(expected: Expectation, value: unknown, at: Place, whole = false): void {
    if (this.full) {
      this.more++;
      return;
    }
    const received = describe(value, whole);
    const issue = issueAt(at, expected, received, this.branch);
    // Most often it is the only one: V8 gives a literal of one element no spare
    // capacity, and `push` more.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
  }
}
