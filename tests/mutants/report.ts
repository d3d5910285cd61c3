/**
 * Formats the results of a mutation testing campaign: the verdict on each
 * mutant, and a table of folders.
 */
import type { Unused } from "./coverage.js";
import type { MutantResult } from "./verdict/judge.js";
import type { Mutation } from "./mutations.js";

/** Minimum share of mutants that the tests must detect. */
const KILLED = 0.85;
/** Maximum share of mutants that may be listed as equivalent. */
const EQUIVALENT = 0.05;
/**
 * Minimum number of tried mutants for which the shares of a folder are checked.
 */
const SAMPLE = 20;

export interface Tried {
  readonly place: Mutation;
  /** Result of the tests. Null if the mutant is listed as equivalent. */
  readonly result: MutantResult | null;
}

export interface Campaign {
  readonly tried: readonly Tried[];
  /**
   * Mutations that were selected, but not tried because the time limit was
   * reached.
   */
  readonly untried: readonly Mutation[];
  /** Mutants with syntax errors. They are not counted. */
  readonly invalid: readonly Mutation[];
  /** Test files that the campaign does not use, with the reason. */
  readonly unused: readonly Unused[];
}

/** Numbers of tried and detected mutants of a folder. */
export interface Row {
  readonly folder: string;
  readonly tried: number;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
}

export function printResult({ place, result }: Tried): string {
  if (!result) return `${printPlace(place)}: equivalent`;
  const { by, late, rejected, chosen, dropped } = result;
  const end = by
    ? `killed by ${by}${late ? " (time limit)" : ""}`
    : `SURVIVED ${chosen} test files`;
  const notes = rejected.map(({ test, why }) => `${test} ${why}`);
  if (!by && dropped.length > 0)
    notes.push(`not run for lack of time: ${dropped.join(", ")}`);
  return [`${printPlace(place)}: ${end}`, ...notes].join("\n    ");
}

function printPlace({ file, line, change }: Mutation): string {
  return `${file}:${line} ${change}`;
}

/**
 * Counts the tried and detected mutants. Returns a row for each folder, and a
 * last row for all folders.
 */
export function countFolders(tried: readonly Tried[]): Row[] {
  const folders = new Map<string, Tried[]>();
  for (const one of tried) {
    const folder = one.place.file.split("/").slice(0, 2).join("/");
    folders.set(folder, [...(folders.get(folder) ?? []), one]);
  }
  return [
    ...[...folders].sort(([a], [b]) => (a < b ? -1 : 1)),
    ["all", tried] as const,
  ].map(([folder, all]) => {
    const judged = all.flatMap(({ result }) => result ?? []);
    const killed = judged.filter(({ by }) => by !== null).length;
    return {
      folder,
      tried: all.length,
      killed,
      survived: judged.length - killed,
      equivalent: all.length - judged.length,
    };
  });
}

/**
 * Returns the limits of mutation testing that a folder's row violates, as
 * sentences. The limits are the minimum share of detected mutants and the
 * maximum share of equivalent mutants.
 */
export function findBrokenRules({
  folder,
  tried,
  killed,
  survived,
  equivalent,
}: Row): string[] {
  if (folder !== "all" && tried < SAMPLE) return [];
  const broken: string[] = [];
  if (tried === 0) broken.push(`${folder}: no mutant was tried.`);
  if (killed < KILLED * (killed + survived))
    broken.push(
      `${folder}: the tests detect ${killed} of ${killed + survived} mutants, less than ${KILLED * 100} %.`,
    );
  if (equivalent > EQUIVALENT * tried)
    broken.push(
      `${folder}: ${equivalent} of ${tried} mutants are listed as equivalent, more than ${EQUIVALENT * 100} %.`,
    );
  return broken;
}

export function printCampaign(campaign: Campaign): string {
  const { tried, untried, invalid, unused } = campaign;
  const rows = countFolders(tried);
  const survivors = tried.filter(({ result }) => result && !result.by);
  const width = Math.max(...rows.map(({ folder }) => folder.length));
  const line = (folder: string, ...cells: readonly (string | number)[]) =>
    [
      folder.padEnd(width),
      ...cells.map((cell) => String(cell).padStart(10)),
    ].join(" ");
  return [
    ...list("Test files that are not used", unused, (row) => row.join(": ")),
    ...list("Places that were not tried for lack of time", untried, printPlace),
    ...list("Mutants with syntax errors, not counted", invalid, printPlace),
    ...list("Mutants that no test detects", survivors, printResult),
    line("folder", "tried", "killed", "survived", "equivalent"),
    ...rows.map(({ folder, ...counts }) =>
      line(
        folder,
        counts.tried,
        counts.killed,
        counts.survived,
        counts.equivalent,
      ),
    ),
    "",
    ...rows.flatMap(findBrokenRules),
  ].join("\n");
}

function list<T>(
  title: string,
  items: readonly T[],
  print: (item: T) => string,
): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map(print), ""];
}
