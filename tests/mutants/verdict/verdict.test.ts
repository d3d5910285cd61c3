import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  chooseTests,
  judge,
  splitIntoBatches,
  type Runners,
  type Verdict,
} from "./verdict.js";

const test = suite("mutants: verdict");

/**
 * Behaviour of a test file in a campaign: whether its first run, its second run
 * and its run without the mutant pass.
 */
type Behaviour = readonly [first: boolean, second: boolean, unchanged: boolean];

/**
 * Judges a mutant with test files that behave as given. Returns the verdict,
 * and a text for each run that contains the names of its test files. The text
 * of a run without the mutant starts with `afresh` if a known result must not
 * be reused, and with `unchanged` otherwise.
 */
async function judgeWith(
  batches: readonly (readonly string[])[],
  behaviours: Readonly<Record<string, Behaviour>>,
  late = false,
): Promise<{ verdict: Verdict; runs: string[] }> {
  const runs: string[] = [];
  const seen = new Set<string>();
  const passes = (name: string): boolean => {
    const [first, second] = behaviours[name] ?? [true, true];
    const again = seen.has(name);
    seen.add(name);
    return again ? second : first;
  };
  const runners: Runners = {
    runMutant: (tests) => {
      const at = tests.findIndex((name) => !passes(name));
      const ran = at === -1 ? tests : tests.slice(0, at + 1);
      runs.push(ran.join(" "));
      const failed = tests[at] ?? null;
      return Promise.resolve({ ran: ran.length, failed, late });
    },
    passesUnchanged: (name, afresh) => {
      runs.push(`${afresh ? "afresh" : "unchanged"} ${name}`);
      return Promise.resolve(behaviours[name]?.[2] ?? true);
    },
  };
  return { verdict: await judge(batches, runners), runs };
}

const KILLS: Behaviour = [false, false, true];

test("a test detects a mutant if it fails twice with the mutant and passes without the mutant", async () => {
  const { verdict, runs } = await judgeWith([["a", "b", "c"]], { b: KILLS });
  assert.equal(verdict, { by: "b", late: false, rejected: [] });
  assert.equal(runs, ["a b", "b", "unchanged b"]);
});

test("a test that fails only once with a mutant does not detect the mutant", async () => {
  const { verdict, runs } = await judgeWith([["a", "b"], ["c"]], {
    a: [false, true, true],
    c: KILLS,
  });
  assert.is(verdict.by, "c");
  assert.equal(verdict.rejected, [{ test: "a", why: "passes when repeated" }]);
  assert.equal(runs, ["a", "a", "b", "c", "c", "unchanged c"]);
});

test("a test that also fails without a mutant does not detect the mutant", async () => {
  const { verdict, runs } = await judgeWith([["a", "b"]], {
    a: [false, false, false],
  });
  assert.is(verdict.by, null);
  assert.equal(verdict.rejected, [
    { test: "a", why: "fails without the mutant" },
  ]);
  assert.equal(runs, ["a", "a", "unchanged a", "b"]);
});

test("a mutant survives if all tests pass", async () => {
  const { verdict, runs } = await judgeWith([["a", "b"], ["c"]], {});
  assert.equal(verdict, { by: null, late: false, rejected: [] });
  assert.equal(runs, ["a b", "c"]);
});

test("a mutant survives if no test covers the mutant", async () => {
  const { verdict, runs } = await judgeWith([], {});
  assert.is(verdict.by, null);
  assert.equal(runs, []);
});

test("a test that exceeds its time limit with a mutant runs again without the mutant", async () => {
  const { verdict, runs } = await judgeWith([["a"]], { a: KILLS }, true);
  assert.equal(verdict, { by: "a", late: true, rejected: [] });
  assert.equal(runs, ["a", "a", "afresh a"]);
});

test("the next process runs the remaining test files of a process that ended early", async () => {
  const runs: string[] = [];
  await judge([["a", "b", "c"]], {
    runMutant: (tests) => {
      runs.push(tests.join(" "));
      return Promise.resolve({ ran: 1, failed: null, late: false });
    },
    passesUnchanged: () => Promise.resolve(true),
  });
  assert.equal(runs, ["a b c", "b c", "c"]);
});

test("`chooseTests` keeps the first test and drops tests that do not fit into the time budget", () => {
  const seconds = new Map([
    ["slow", 50],
    ["a", 20],
    ["b", 30],
    ["c", 10],
  ]);
  const choose = (...tests: string[]) =>
    chooseTests(tests, (name) => seconds.get(name) ?? 0, 40);
  assert.equal(choose("a", "b", "c"), { chosen: ["a", "c"], dropped: ["b"] });
  assert.equal(choose("slow", "a"), { chosen: ["slow"], dropped: ["a"] });
  assert.equal(choose(), { chosen: [], dropped: [] });
});

test("`splitIntoBatches` puts each test file that must run alone in a separate batch", () => {
  const split = splitIntoBatches(["a", "b", "c", "X", "d"], 2, (name) =>
    /X/.test(name),
  );
  assert.equal(split, [["a", "b"], ["c"], ["X"], ["d"]]);
});

test.run();
