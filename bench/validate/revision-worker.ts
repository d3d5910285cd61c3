/**
 * Process that measures the validation of invalid messages of one revision.
 * Each turn measures all messages.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { WrongMessage } from "./by-rule.js";
import { readIssues, type Outcome } from "./candidates.js";

/**
 * Durations of parsing, validating and decoding one message, in nanoseconds.
 */
export interface Times {
  readonly parse: number;
  readonly explain: number;
  readonly decode: number;
}

const TURNS = 10;
const TIMES = 300;

type Say = (value: unknown) => Outcome;

const [, , folder = ""] = process.argv;
const url = pathToFileURL(join(folder, "validators.js")).href;
const module = (await import(url)) as Readonly<Record<string, Say>>;
const messages = JSON.parse(
  readFileSync(join(folder, "messages.json"), "utf8"),
) as readonly WrongMessage[];

const all = messages.map(({ text, type, sender }) => {
  const value: unknown = JSON.parse(text);
  const validate = module[`validate${type}`] as Say;
  const decoder = sender === "server" ? "Server" : "Client";
  const decode = module[`decode${decoder}Message`] as Say;
  const best = { parse: Infinity, explain: Infinity, decode: Infinity };
  const tasks = {
    parse: () => JSON.parse(text) as unknown,
    explain: () => readIssues(validate(value)),
    decode: () => readIssues(decode(value)),
  };
  return { best, tasks };
});
// The first turn is warm-up for all messages; its times are not used.
for (let turn = 0; turn < TURNS; turn++)
  for (const { best, tasks } of all)
    for (const name of ["parse", "explain", "decode"] as const) {
      const time = timed(tasks[name]);
      if (turn > 0) best[name] = Math.min(best[name], time);
    }
process.send?.(all.map(({ best }) => best));

function timed(task: () => unknown): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < TIMES; i++) task();
  return Number(process.hrtime.bigint() - start) / TIMES;
}
