/**
 * The official conformance suite, scenario by scenario. Its own verdicts are
 * lenient: here a scenario passes only when a check of its own succeeded, none
 * failed, a client gave no warning, and the process ended well.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MODULES } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";
import type { Question, Run } from "./suite-process.js";

const SUITE = join(MODULES, "@modelcontextprotocol/conformance");

const TIMEOUT_MS = 60_000;

export type Role = "server" | "client";

/** Scenarios that the suite requires at a revision. */
export function required(revision: string, role: Role): string[] {
  const file = join(SUITE, "requirements", `${revision}.yaml`);
  const text = readFileSync(file, "utf8");
  // The file has a list of plain names for each role.
  const list = new RegExp(`^${role}:\\n((?: +- \\S+\\n)+)`, "m").exec(text);
  const names = [...(list?.[1] ?? "").matchAll(/- (\S+)/g)];
  return names.map((match) => match[1] ?? "");
}

/** Scenarios of servers of 2025-06-18; no list says which are required then. */
export async function applicableToServers(): Promise<string[]> {
  const args = "list --server --spec-version 2025-06-18".split(" ");
  const { output } = await suite({ args, run: "list" });
  return [...output.matchAll(/^\s+- (\S+)/gm)].map((match) => match[1] ?? "");
}

/** What a scenario is run against. */
export type Target =
  | { readonly role: "server"; readonly url: string }
  | { readonly role: "client"; readonly command: string };

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly description?: string;
}

/** Runs one scenario: why it did not pass, nothing when it did. */
async function verdict(
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
  const checks = checksIn(folder);
  const bad = role === "client" ? ["FAILURE", "WARNING"] : ["FAILURE"];
  const reasons = checks
    .filter(({ status }) => bad.includes(status))
    .map((one) => `${one.id}: ${one.errorMessage ?? one.description ?? ""}`);
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

function checksIn(folder: string): Check[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith("checks.json") && existsSync(path))
    .flatMap((path) => JSON.parse(readFileSync(path, "utf8")) as Check[]);
}

/** Runs scenarios; the outcome of each by name. */
export function runAll(
  scenarios: readonly string[],
  revision: string,
  target: Target,
): Map<string, Promise<string[]>> {
  return new Map(
    scenarios.map((name) => [name, verdict(name, revision, target)]),
  );
}

let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs a command line of the suite, when those before it are through. */
export function suite(question: Question): Promise<Run> {
  const run = last.then(async () => {
    running ??= fork(new URL("./suite-process.js", import.meta.url));
    running.channel?.ref();
    running.send(question);
    const [answer] = (await once(running, "message")) as [Run];
    // It ends with this process.
    running.channel?.unref();
    running.unref();
    return answer;
  });
  last = run;
  return run;
}
