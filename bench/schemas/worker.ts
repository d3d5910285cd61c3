/**
 * Process that measures one candidate: compiles all schemas once, then
 * validates all values, and sends the results to its parent process.
 */
import { CANDIDATES, type Validate } from "./candidates.js";
import { SCHEMAS } from "./cases.js";
import { time, type Task } from "../harness/windows.js";

/**
 * Results of one process. `valid` and `invalid` contain the validation times in
 * nanoseconds, by index of the case.
 */
export interface SchemaResult {
  /** Time to compile all schemas in a new process, in milliseconds. */
  readonly compile: number;
  readonly valid: readonly number[];
  readonly invalid: readonly number[];
  /** Names of the cases in which the candidate returns a wrong result. */
  readonly wrong: readonly string[];
}

/**
 * Number of copies of each validated value. With a single object, V8 would
 * optimize the code for that object.
 */
const COPIES = 16;

process.send?.(await measure(process.argv[2] ?? ""));
process.disconnect();

async function measure(name: string): Promise<SchemaResult> {
  if (name === "JSON.parse") {
    const parse = (text: string) => () => JSON.parse(text) as unknown;
    return {
      compile: 0,
      valid: timeAll(SCHEMAS.map((of) => parse(JSON.stringify(of.valid)))),
      invalid: timeAll(SCHEMAS.map((of) => parse(JSON.stringify(of.invalid)))),
      wrong: [],
    };
  }
  const candidate = CANDIDATES.find((known) => known.name === name);
  if (!candidate) throw new Error(`Unknown candidate: ${name}`);
  const compile = await candidate.load();
  const start = process.cpuUsage();
  const validators = SCHEMAS.map(({ schema }) => compile(schema));
  const { user, system } = process.cpuUsage(start);
  const wrong = SCHEMAS.filter(
    ({ valid, invalid }, index) =>
      hasIssues(validators[index]?.(valid)) ||
      !hasIssues(validators[index]?.(invalid)),
  );
  const task = (value: unknown, validate: Validate | undefined) => {
    const text = JSON.stringify(value);
    const copies = Array.from(
      { length: COPIES },
      () => JSON.parse(text) as unknown,
    );
    let index = 0;
    return () => validate?.(copies[index++ % COPIES]);
  };
  return {
    compile: (user + system) / 1000,
    valid: timeAll(SCHEMAS.map((of, i) => task(of.valid, validators[i]))),
    invalid: timeAll(SCHEMAS.map((of, i) => task(of.invalid, validators[i]))),
    wrong: wrong.map((of) => of.name),
  };
}

function hasIssues(result: unknown): boolean {
  return Array.isArray(result) && result.length > 0;
}

/**
 * Returns the nanoseconds of each task. Before the first measurement, all tasks
 * run in turn, so that V8 optimizes the code for all tasks, as in a server with
 * many tools.
 */
function timeAll(tasks: readonly (() => unknown)[]): number[] {
  for (let round = 0; round < 2000; round++) for (const task of tasks) task();
  return tasks.map((task) => time(repeat(task)));
}

function repeat(task: () => unknown): Task {
  return (times) => {
    let count = 0;
    for (let i = 0; i < times; i++) if (task()) count++;
    return count;
  };
}
