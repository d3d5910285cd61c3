/**
 * Runs the official conformance suite, scenario by scenario. The suite's own
 * verdicts are lenient. Here a scenario passes only if at least one check
 * succeeds, no check fails, and the suite exits with code 0. In a test of a
 * client, a warning counts as a failure.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";
import type { Question, Run } from "./suite-process.js";
import { failOnExit } from "../harness/program/child.js";

const SUITE = join(MODULES, "@modelcontextprotocol/conformance");

const TIMEOUT_MS = 60_000;

export type Role = "server" | "client";

/**
 * Returns the names of the scenarios that the conformance suite requires for a
 * revision.
 */
export function required(revision: string, role: Role): string[] {
  const file = join(SUITE, "requirements", `${revision}.yaml`);
  const text = readFileSync(file, "utf8");
  // The YAML file has a list of scenario names for each role (server or
  // client).
  const list = new RegExp(`^${role}:\\n((?: +- \\S+\\n)+)`, "m").exec(text);
  const names = [...(list?.[1] ?? "").matchAll(/- (\S+)/g)];
  return names.map((match) => match[1] ?? "");
}

/**
 * Returns the names of all server scenarios that apply to 2025-06-18. They are
 * used because the conformance suite does not list required scenarios for this
 * revision.
 */
export async function applicableToServers(): Promise<string[]> {
  const args = "list --server --spec-version 2025-06-18".split(" ");
  const { output } = await suite({ args, run: "list" });
  return [...output.matchAll(/^\s+- (\S+)/gm)].map((match) => match[1] ?? "");
}

/** Server or client that a conformance scenario tests. */
export type Target =
  | { readonly role: "server"; readonly url: string }
  | { readonly role: "client"; readonly command: string };

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly description?: string;
}

/**
 * Runs one conformance scenario and returns the reasons for its failure.
 * Returns an empty array if the scenario passes.
 */
async function findFailures(
  scenario: string,
  revision: string,
  target: Target,
): Promise<string[]> {
  const folder = temporaryFolder();
  const { role } = target;
  const args = `${role} --scenario ${scenario} --spec-version ${revision}`;
  const how = ["--force", "-o", folder, "--timeout", String(TIMEOUT_MS)];
  const what =
    role === "server" ? ["--url", target.url] : ["--command", target.command];
  const { code, output } = await suite({
    args: [...args.split(" "), ...how, ...what],
    run: [revision, ...what].join(" "),
  });
  const checks = readChecks(folder);
  const bad = role === "client" ? ["FAILURE", "WARNING"] : ["FAILURE"];
  const reasons = checks
    .filter(({ status }) => bad.includes(status))
    .map(
      (check) =>
        `${check.id}: ${check.errorMessage ?? check.description ?? ""}`,
    );
  const own = checks.some(
    ({ id, status }) => status === "SUCCESS" && !id.startsWith("wire-schema"),
  );
  if (!own) reasons.push(`no check succeeded: ${output.slice(-500)}`);
  if (/CLIENT (TIMED OUT|EXITED WITH ERROR)/.test(output)) {
    reasons.push(`the client failed: ${output.slice(-500)}`);
  }
  if (code !== 0 && reasons.length === 0) reasons.push(`exit code ${code}`);
  return reasons;
}

function readChecks(folder: string): Check[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith("checks.json") && existsSync(path))
    .flatMap((path) => JSON.parse(readFileSync(path, "utf8")) as Check[]);
}

/**
 * Runs conformance scenarios. Returns a map from the name of each scenario to a
 * promise of the reasons for its failure.
 */
export function runAll(
  scenarios: readonly string[],
  revision: string,
  target: Target,
): Map<string, Promise<string[]>> {
  return new Map(
    scenarios.map((name) => [name, findFailures(name, revision, target)]),
  );
}

let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line of the conformance suite after the previous command lines
 * have finished.
 */
export function suite(question: Question): Promise<Run> {
  const run = last.then(async () => {
    running ??= failOnExit(
      fork(new URL("./suite-process.js", import.meta.url)),
    );
    running.channel?.ref();
    running.send(question);
    const [answer] = (await once(running, "message")) as [Run];
    // The child process of the suite must not prevent this process from
    // exiting.
    running.channel?.unref();
    running.unref();
    return answer;
  });
  last = run;
  return run;
}
