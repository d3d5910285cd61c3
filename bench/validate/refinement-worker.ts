/**
 * Process that measures one candidate with options for unknown keys and string
 * formats. For each IPC message from its parent process, it measures one round
 * of all cases.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readIssues, type Outcome } from "./candidates.js";
import { FILES } from "./files.js";
import { REFINEMENT_CASES, type Mode } from "./refinement-cases.js";

/**
 * Processor time of validation relative to that of `JSON.parse`, by case and
 * then by mode (`strip`, `reject` or `assert`). `null` if the candidate does
 * not support the mode.
 */
export type RefinementRound = readonly (readonly (number | null)[])[];

type Call = (value: unknown, options?: object) => Outcome;
type Module = Readonly<Record<string, Call>>;

/**
 * Minimum processor time of `JSON.parse` in a measurement, in microseconds, and
 * approximate number of characters in a batch. Each parsed batch is validated
 * only once, because some candidates change the values that they validate.
 */
const MICROSECONDS = 40_000;
const BATCH = 100_000;

const [, , name = "", folder = ""] = process.argv;

const LOADERS: Readonly<
  Record<string, () => Promise<(type: string, mode: Mode) => Call | null>>
> = {
  "mcp-codegen": async () => {
    const module = await load(FILES.ours);
    return (type, mode) => {
      const validate = module[`validate${type}`] as Call;
      const options =
        mode === "assert" ? { formats: mode } : { unknownKeys: mode };
      return (value) => validate(value, options);
    };
  },
  typia: async () => {
    const module = await load(FILES.typia);
    return (type, mode) => {
      if (mode === "assert") return null;
      const prefix = mode === "strip" ? "prune" : "equals";
      return toOutcome(module[`${prefix}${type}`] as Call);
    };
  },
  "SDK v2 (zod)": async () => {
    const { specTypeSchemas } =
      (await import("@modelcontextprotocol/client")) as unknown as {
        specTypeSchemas: Record<
          string,
          { "~standard": { validate(value: unknown): { issues?: unknown } } }
        >;
      };
    return (type, mode) => {
      const standard = specTypeSchemas[type]?.["~standard"];
      if (!standard || mode !== "strip") return null;
      return (value) => ({ ok: !standard.validate(value).issues });
    };
  },
};

async function load(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Module;
}

function toOutcome(call: Call): Call {
  return (value) => {
    const { success, errors = [] } = call(value) as unknown as {
      success: boolean;
      errors?: readonly { path: string; expected: string }[];
    };
    let read = 0;
    for (const { path, expected } of errors)
      read += path.length + expected.length;
    return { ok: success || read < 0 };
  };
}

const makeCall = await LOADERS[name]?.();
if (!makeCall) throw new Error(`Unknown candidate: ${name}`);

const tasks = REFINEMENT_CASES.map(({ text, type, modes }) =>
  modes.map((mode) => {
    const call = makeCall(type, mode);
    return call && createTask(text, call, `${type}, ${mode}`);
  }),
);

process.on("message", () => {
  process.send?.(tasks.map((row) => row.map((task) => task && measure(task))));
});
process.send?.(
  REFINEMENT_CASES.map(({ text, type, modes, unknown }) =>
    modes.map((mode) => {
      const outcome = makeCall(type, mode)?.(JSON.parse(text));
      return outcome ? outcome.ok === !(unknown && mode === "reject") : null;
    }),
  ),
);

interface Task {
  readonly parse: (count: number) => unknown[];
  readonly validate: (values: readonly unknown[]) => unknown;
  readonly batch: number;
}

function createTask(text: string, call: Call, title: string): Task {
  // Include the title in the source text, because V8 shares the code of
  // functions with equal source text. V8 then optimizes each case separately.
  const make = new Function(
    "call",
    "read",
    `/* ${title} */ return (values) => {
      let count = 0;
      for (let i = 0; i < values.length; i++) {
        const outcome = call(values[i]);
        count += outcome.ok ? 1 : read(outcome);
      }
      return count;
    };`,
  ) as (call: Call, read: (outcome: Outcome) => number) => Task["validate"];
  return {
    parse: (count) => Array.from({ length: count }, () => JSON.parse(text)),
    validate: make(call, readIssues),
    batch: Math.max(1, Math.ceil(BATCH / text.length)),
  };
}

/** Returns the ratio of the processor times of validation and of parsing. */
function measure({ parse, validate, batch }: Task): number {
  let parsing = 0;
  let validating = 0;
  while (parsing < MICROSECONDS) {
    let values: unknown[] = [];
    parsing += timed(() => (values = parse(batch)));
    validating += timed(() => validate(values));
  }
  return validating / parsing;
}

function timed(task: () => unknown): number {
  const { user, system } = process.cpuUsage();
  task();
  const after = process.cpuUsage();
  return after.user - user + after.system - system;
}
