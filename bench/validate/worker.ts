/**
 * Process that measures one candidate. It measures one round of all cases for
 * each IPC message from its parent process.
 */
import {
  CANDIDATES,
  type TypeChecks,
  type ChecksByType,
} from "./candidates.js";
import { CASES, type Case } from "./cases.js";
import { time, type Task } from "../harness/windows.js";

/**
 * Result of a round: the nanoseconds for each case, by index of the case.
 * `null` if the candidate cannot validate the type of the case.
 */
export type Round = (number | null)[];

/**
 * Number of copies of each validated value. With a single object, V8 would
 * optimize the code for that object.
 */
const COPIES = 16;

const [, , name = "", folder = ""] = process.argv;
const checks =
  name === "JSON.parse"
    ? null
    : await CANDIDATES.find((candidate) => candidate.name === name)?.load(
        folder,
      );
if (checks === undefined) throw new Error(`Unknown candidate: ${name}`);

const tasks = CASES.map((testCase) => createTask(testCase, checks));

process.on("message", () => {
  process.send?.(tasks.map((task) => (task ? time(task) : null)));
});
process.send?.(
  checks ? CASES.map((testCase) => isCorrect(testCase, checks)) : [],
);

function createTask(testCase: Case, all: ChecksByType | null): Task | null {
  const { text, valid } = testCase;
  if (!all)
    return (times) => {
      let last: unknown;
      for (let i = 0; i < times; i++) last = JSON.parse(text);
      return last;
    };
  const typeChecks = findChecks(testCase, all);
  const run = typeChecks && (valid ? typeChecks.is : typeChecks.explain);
  if (!run) return null;
  const values = Array.from(
    { length: COPIES },
    () => JSON.parse(text) as unknown,
  );
  return createLoop(testCase, run, values);
}

/**
 * Creates a separate loop function for each case. V8 then optimizes the
 * validator call in each loop for one case only, as for a typical call in a
 * program. The source text of each function must differ, because V8 shares the
 * code of functions with equal source text. Therefore, each source text
 * contains the name of its case in a comment.
 */
function createLoop(
  { name, type, valid }: Case,
  run: (value: unknown) => unknown,
  values: unknown[],
): Task {
  const make = new Function(
    "run",
    "values",
    `/* ${type}, ${name}, ${valid} */ return (times) => {
      let count = 0;
      for (let i = 0; i < times; i++) if (run(values[i & ${COPIES - 1}])) count++;
      return count;
    };`,
  ) as (run: (value: unknown) => unknown, values: unknown[]) => Task;
  return make(run, values);
}

function isCorrect(testCase: Case, all: ChecksByType): boolean | null {
  const typeChecks = findChecks(testCase, all);
  return typeChecks
    ? typeChecks.is(JSON.parse(testCase.text)) === testCase.valid
    : null;
}

/**
 * Returns the validation functions for a case. A key of `all` is the name of a
 * type. If several messages have the same type, the method of the message
 * follows the name.
 */
function findChecks(
  { type, text }: Case,
  all: ChecksByType,
): TypeChecks | undefined {
  const typeChecks = all.get(type);
  if (typeChecks) return typeChecks;
  const { method } = (JSON.parse(text) ?? {}) as { method?: unknown };
  return all.get(`${type} ${String(method)}`);
}
