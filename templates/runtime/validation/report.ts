/** Collects what an explanation finds. */
import { describe, issueAt, type Issue } from "./issues.js";

/** `limit` issues, and a count of the rest. */
export class Report {
  issues: Issue[] = [];
  more = 0;
  /** Where the part of the value is that is being looked at. */
  readonly path: (string | number)[];
  readonly limit: number;
  /** The union's member that it is held against. */
  branch: string | undefined = undefined;

  constructor(limit: number, path: (string | number)[] = []) {
    this.limit = limit;
    this.path = path;
  }

  get count(): number {
    return this.issues.length + this.more;
  }

  /** `whole` when the value may be shown as it is. */
  add(expected: string, value: unknown, whole = false): void {
    if (this.issues.length >= this.limit) {
      this.more++;
      return;
    }
    const received = describe(value, whole);
    const issue = issueAt(this.path, expected, received, this.branch);
    // Most often it is the only one: a list of one is made without room to grow.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
  }
}
