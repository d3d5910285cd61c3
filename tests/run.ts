/**
 * Runs each test file in a process of its own and adds up. uvu has no time
 * limit, and prints no summary when a promise never settles; both count as a
 * failure here.
 *
 *     node dist/tests/run.js [part of a path ...]
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const LIMIT_MS = 300_000;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COMPILED = join(ROOT, "dist", "tests");

interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly output: string;
}

/** From the sources, so that a deleted test's old build does not run. */
function testFiles(patterns: readonly string[]): string[] {
  return readdirSync(join(ROOT, "tests"), { recursive: true })
    .map((path) => String(path).split(sep).join("/"))
    .filter(
      (path) => path.endsWith(".test.ts") && !path.includes("node_modules"),
    )
    .map((path) => path.replace(/\.ts$/, ".js"))
    .filter(
      (path) => patterns.length === 0 || patterns.some((p) => path.includes(p)),
    )
    .sort();
}

function run(file: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, [join(COMPILED, file)], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1" },
      detached: true,
    });
    let output = "";
    let late = false;
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const limit = setTimeout(() => {
      late = true;
      // The group, so that what the test had started ends too.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, LIMIT_MS);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      const seconds = (performance.now() - started) / 1000;
      const count = (label: string): number =>
        [...output.matchAll(new RegExp(`${label}:\\s+(\\d+)`, "g"))].reduce(
          (sum, match) => sum + Number(match[1]),
          0,
        );
      const total = count("Total");
      const passed = count("Passed");
      const why = late
        ? `ended after ${LIMIT_MS / 1000} s`
        : total === 0
          ? "printed no summary: no test ran, or one never settled"
          : code !== 0 && passed === total
            ? `ended with ${signal ?? code} though its tests passed`
            : null;
      if (why) output += `\n${file}: ${why}\n`;
      resolve({
        file,
        passed,
        failed: Math.max(total - passed, why ? 1 : 0),
        seconds,
        output,
      });
    });
  });
}

const queue = testFiles(process.argv.slice(2));
const outcomes: Outcome[] = [];

async function worker(): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const outcome = await run(file);
    outcomes.push(outcome);
    const mark = outcome.failed === 0 ? "ok  " : "FAIL";
    console.log(
      `${mark} ${relative(".", file)} ${outcome.passed} in ${outcome.seconds.toFixed(1)} s`,
    );
    if (outcome.failed > 0) console.log(outcome.output);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, worker));
const passed = outcomes.reduce((sum, o) => sum + o.passed, 0);
const failed = outcomes.reduce((sum, o) => sum + o.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
