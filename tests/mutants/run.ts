/**
 * Runs mutation testing: breaks the code at 200 random places, one at a time,
 * and lists the mutants that no test detects.
 *
 *     node dist/tests/mutants/run.js [--seed N] [--count N] [--only PATH]
 *
 * `--only` selects the files whose path contains PATH.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../harness/program/cli.js";
import { random } from "../harness/models/mutations.js";
import { Copy } from "./copy.js";
import { loadCoverage, type Coverage } from "./coverage.js";
import { runMutant, type MutantResult } from "./judge.js";
import type { Mutation } from "./mutations.js";
import { Sources } from "./sources.js";

/** Time in minutes after which no more mutants are started. */
const MINUTES = 38;
const KILLED = 0.85;
const EQUIVALENT = 0.05;

/**
 * Mutant that no test can detect, because it behaves like the original code.
 * The reason is given.
 */
interface Equivalent {
  readonly file: string;
  readonly change: string;
  readonly why: string;
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "200" },
    only: { type: "string", default: "" },
  },
});
const count = Number(values.count);
const started = performance.now();
const minutes = (): number => (performance.now() - started) / 60_000;

const equivalents = JSON.parse(
  readFileSync(join(ROOT, "tests/mutants/equivalent.json"), "utf8"),
) as readonly Equivalent[];
const isEquivalent = (place: Mutation): boolean =>
  equivalents.some(
    ({ file, change }) => file === place.file && change === place.change,
  );

const sources = new Sources();
const places = sources.findMutations(values.only);
const below = random(Number(values.seed));
const next = (): Mutation | undefined =>
  places.splice(below(Math.max(places.length, 1)), 1)[0];

const killed: Mutation[] = [];
const survived: Mutation[] = [];
const equivalent: Mutation[] = [];
const judged = (): number =>
  killed.length + survived.length + equivalent.length;

function say(place: Mutation, { by, late, asked, of }: MutantResult): void {
  const how = late ? " (time limit)" : "";
  const end = by ? `killed by ${by}${how}` : `SURVIVED ${asked} of ${of} files`;
  console.log(`${place.file}:${place.line} ${place.change}: ${end}`);
}

async function worker(copy: Copy, coverage: Coverage): Promise<void> {
  while (judged() + running < count && minutes() < MINUTES) {
    const place = next();
    if (!place) return;
    if (isEquivalent(place)) {
      equivalent.push(place);
      continue;
    }
    running += 1;
    const verdict = await runMutant(place, sources, coverage, copy);
    running -= 1;
    if (!verdict) continue;
    (verdict.by ? killed : survived).push(place);
    say(place, verdict);
  }
}

let running = 0;
console.log(`${places.length} places, seed ${values.seed}`);
const copies = [new Copy(), new Copy()] as const;
try {
  const coverage = await loadCoverage(sources, copies[0]);
  await Promise.all(copies.map((copy) => worker(copy, coverage)));
} finally {
  for (const copy of copies) copy.remove();
}

console.log(`\n${minutes().toFixed(1)} minutes; mutants that no test noticed:`);
for (const { file, line, change } of survived)
  console.log(`${file}:${line} ${change}`);
const real = killed.length + survived.length;
const share = killed.length / real;
console.log(
  `${killed.length} of ${real} killed (${(share * 100).toFixed(1)} %), ` +
    `${survived.length} survived, ${equivalent.length} are equivalent`,
);
if (judged() < count)
  console.log(`${judged()} of ${count} mutants were run in ${MINUTES} minutes`);
process.exitCode =
  share >= KILLED && equivalent.length <= EQUIVALENT * judged() ? 0 : 1;
