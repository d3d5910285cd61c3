/**
 * List of equivalent mutants, which no test can detect because they behave like
 * the original code.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/program/cli.js";
import type { Mutation } from "./mutations.js";

export interface Equivalent {
  readonly file: string;
  /** Kind of mutation and changed line, as `make mutants` prints them. */
  readonly change: string;
  /** Reason why the mutant behaves like the original code. */
  readonly why: string;
}

export function readEquivalents(): readonly Equivalent[] {
  return JSON.parse(
    readFileSync(join(ROOT, "tests/mutants/equivalent.json"), "utf8"),
  ) as readonly Equivalent[];
}

export function isEquivalent(
  entries: readonly Equivalent[],
  place: Mutation,
): boolean {
  return entries.some(
    ({ file, change }) => file === place.file && change === place.change,
  );
}

/** Returns the entries that have no reason, or match no possible mutation. */
export function findStaleEntries(
  entries: readonly Equivalent[],
  findPlaces: (file: string) => readonly Mutation[],
): Equivalent[] {
  return entries.filter(
    (entry) =>
      !entry.why.trim() ||
      !findPlaces(entry.file).some((place) => isEquivalent([entry], place)),
  );
}
