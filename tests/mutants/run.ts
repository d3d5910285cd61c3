/**
 * Runs mutation testing: breaks the code at random places, one at a time, and
 * lists the mutants that no test detects.
 *
 *     node dist/tests/mutants/run.js [--seed N] [--count N] [--only PATH]
 *       [--tests PATH ...]
 *
 * `--only` selects one folder or one source file. The default count is 300, or
 * 40 with `--only`. `--tests` uses only the test files with PATH in their path,
 * for a quick campaign while tests are written.
 */
import { parseArgs } from "node:util";
import { random } from "../harness/models/mutations.js";
import { Copy } from "./copy.js";
import { loadCoverage } from "./coverage.js";
import {
  findStaleEntries,
  isEquivalent,
  readEquivalents,
} from "./equivalents.js";
import { Judge } from "./verdict/judge.js";
import type { Mutation } from "./mutations.js";
import {
  countFolders,
  findBrokenRules,
  printCampaign,
  printResult,
  type Tried,
} from "./report.js";
import { findPlaces, Sources } from "./sources.js";

/** Time in minutes after which no more mutants are started. */
const MINUTES = 50;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string" },
    only: { type: "string", default: "" },
    tests: { type: "string", multiple: true, default: [] },
  },
});
const count = Number(values.count ?? (values.only ? 40 : 300));

const equivalents = readEquivalents();
const stale = findStaleEntries(equivalents, findPlaces);
for (const { file, change } of stale)
  console.log(
    `tests/mutants/equivalent.json: remove or correct the entry "${change}" of ${file}. The entry has no reason, or the code has no such place.`,
  );

const places = findPlaces(values.only);
console.log(`${count} of ${places.length} places, seed ${values.seed}`);
const below = random(Number(values.seed));
const queue: Mutation[] = [];
while (places.length > 0) queue.push(...places.splice(below(places.length), 1));

const tried: Tried[] = [];
const invalid: Mutation[] = [];
let open = count;

/** Tries mutants one after another in a copy of the repository. */
async function work(judge: Judge, copy: Copy, until: number): Promise<void> {
  while (open > 0 && performance.now() < until) {
    const place = queue.shift();
    if (!place) return;
    open -= 1;
    const result = isEquivalent(equivalents, place)
      ? null
      : await judge.run(place, copy);
    if (!result && !isEquivalent(equivalents, place)) {
      invalid.push(place);
      open += 1;
      continue;
    }
    tried.push({ place, result });
    console.log(printResult({ place, result }));
  }
}

const sources = new Sources();
const copies = [new Copy(), new Copy()] as const;
const unchanged = new Copy();
process.on("exit", () => {
  for (const copy of [...copies, unchanged]) copy.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => process.exit(1));
const { coverage, unused } = await loadCoverage(
  sources,
  copies[0],
  values.tests,
);
const judge = new Judge(sources, coverage, unchanged);
const started = performance.now();
const until = started + MINUTES * 60_000;
await Promise.all(copies.map((copy) => work(judge, copy, until)));
judge.remove();
const untried = queue.slice(0, open);
const distrusted = judge.distrusted.map(
  (test) => [test, "failed without a mutant"] as const,
);
console.log(
  `\n${printCampaign({ tried, untried, invalid, unused: [...unused, ...distrusted] })}`,
);
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
const broken = countFolders(tried).flatMap(findBrokenRules);
process.exitCode = broken.length + stale.length > 0 ? 1 : 0;
