import { basename, join } from "node:path";
import type { GenerateOutcome } from "../../../pipeline/generate.js";
import type { UpdateOutcome } from "../../../new/update.js";
import { MANIFEST_FILE } from "../../../write/manifest.js";
import { changedDeclarations } from "../../../write/declarations.js";
import { isUpToDate, type Plan } from "../../../write/plan.js";
import { EXIT, type ExitCode, type Io } from "../../terminal/io.js";
import { formatDiagnostics, jsonText } from "../../terminal/report.js";
import type { GenerateArgs } from "./arguments.js";

/** Maximum number of files or declarations that a summary lists. */
const MAX_LISTED = 10;

/**
 * Result of a run of `generate`, or of an update of a project. Only an update
 * has `edits`, which are changes to files of the user.
 */
type Outcome = GenerateOutcome & Partial<Pick<UpdateOutcome, "edits">>;

/**
 * Prints the result of `generate` on stdout and its warnings on stderr.
 *
 * @param configFile path of the configuration whose options the run used
 */
export function reportGeneration(
  outcome: Outcome,
  { json, verbose }: Pick<GenerateArgs, "json" | "verbose">,
  io: Io,
  configFile?: string,
): ExitCode {
  const ok = outcome.drift.length === 0;
  io.err(formatDiagnostics(outcome.warnings, io.colour));
  if (json) io.out(formatJson(outcome, ok));
  else if (outcome.mode === "check") io.out(formatCheck(outcome));
  else io.out(formatWrite(outcome, verbose, configFile));
  return ok ? EXIT.done : EXIT.failed;
}

function formatJson(
  { mode, plan, drift, warnings, edits }: Outcome,
  ok: boolean,
): string {
  return jsonText({
    ok,
    mode,
    out: plan.target.shown,
    created: plan.created.map((file) => file.path),
    changed: plan.changed.map((file) => file.path),
    removed: [...plan.removed, ...plan.pruned],
    unexpected: plan.strays,
    unchanged: plan.unchanged,
    drift: mode === "check" ? drift : undefined,
    edits: edits?.map(({ path, patch, text }) => ({
      path,
      patch,
      fits: text !== null,
    })),
    warnings,
  });
}

function formatCheck({ plan, drift }: GenerateOutcome): string {
  if (drift.length === 0)
    return formatUpToDate(plan.target.shown, plan.unchanged.length);
  const lines = drift.map(
    ({ kind, path }) =>
      `${kind.padEnd(10)} ${path}${formatDeclarations(plan, path)}`,
  );
  // Omit the diff of the manifest: it only repeats the changes of the other
  // files as hashes.
  const others = drift.filter(({ path }) => basename(path) !== MANIFEST_FILE);
  const shown = (others.length > 0 ? others : drift)
    .map(({ diff }) => diff)
    .filter((diff) => diff !== "");
  return `${lines.join("\n")}\n\n${shown.join("\n")}`;
}

/**
 * Formats the changed declarations of a generated module, such as `: 1 added
 * (Icon), 2 changed (Tool, Resource)`.
 */
function formatDeclarations({ changed }: Plan, path: string): string {
  const file = changed.find((candidate) => candidate.path === path);
  if (file === undefined || !path.endsWith(".ts")) return "";
  const parts = Object.entries(changedDeclarations(file.old, file.text));
  const summaries = parts.flatMap(
    ([kind, names]: [string, readonly string[]]) => {
      if (names.length === 0) return [];
      const more = names.length > MAX_LISTED ? ", ..." : "";
      const list = names.slice(0, MAX_LISTED).join(", ");
      return [`${names.length} ${kind} (${list}${more})`];
    },
  );
  return summaries.length === 0 ? "" : `: ${summaries.join(", ")}`;
}

/** Formats the result of a run whose output is already up to date. */
export function formatUpToDate(shown: string, files: number): string {
  return `${shown} is up to date: ${files} files.\n`;
}

function formatWrite(
  { mode, plan }: GenerateOutcome,
  verbose: boolean,
  configFile: string | undefined,
): string {
  const { shown } = plan.target;
  if (isUpToDate(plan) && plan.strays.length === 0)
    return formatUpToDate(shown, plan.unchanged.length);
  const done = mode === "write";
  const parts = {
    created: plan.created.map((file) => `  + ${join(shown, file.path)}`),
    changed: plan.changed.map((file) => `  ~ ${join(shown, file.path)}`),
    removed: plan.removed.map((path) => `  - ${join(shown, path)}`),
    pruned: plan.pruned.map((path) => `  - ${join(shown, path)}`),
  };
  const lines = Object.values(parts).flat();
  const { unchanged, strays: unexpected } = plan;
  const summary = Object.entries({ ...parts, unchanged, unexpected })
    .filter(([, files]) => files.length > 0)
    .map(([kind, files]) => `${files.length} ${kind}`)
    .join(", ");
  const isShort = verbose || !done || lines.length <= MAX_LISTED;
  const listed = isShort ? lines : parts.pruned;
  const verb = done ? "Wrote " : "Would write ";
  const start = isUpToDate(plan) ? shown : verb + shown;
  const source = configFile ? ` (configuration: ${configFile})` : "";
  return `${[...listed, `${start}: ${summary}${source}.`].join("\n")}\n`;
}
