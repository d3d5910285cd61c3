import { basename, join } from "node:path";
import type { GenerateOutcome } from "../../../pipeline/generate.js";
import { MANIFEST_FILE } from "../../../write/manifest.js";
import { changedDeclarations } from "../../../write/declarations.js";
import { isUpToDate, type Plan } from "../../../write/plan.js";
import { EXIT, type ExitCode, type Io } from "../../terminal/io.js";
import { formatDiagnostics, jsonText } from "../../terminal/report.js";
import type { GenerateArgs } from "./arguments.js";

/** Files that a summary names; more of them are counted. */
const NAMED = 10;

/** Says what a run did: the result on stdout, warnings on stderr. */
export function reportGeneration(
  outcome: GenerateOutcome,
  { json, verbose }: Pick<GenerateArgs, "json" | "verbose">,
  io: Io,
): ExitCode {
  const ok = outcome.drift.length === 0;
  io.err(formatDiagnostics(outcome.warnings, io.colour));
  if (json) io.out(asJson(outcome, ok));
  else if (outcome.mode === "check") io.out(checkText(outcome));
  else io.out(writeText(outcome, verbose));
  return ok ? EXIT.done : EXIT.failed;
}

function asJson(
  { mode, plan, drift, warnings }: GenerateOutcome,
  ok: boolean,
): string {
  return jsonText({
    ok,
    mode,
    out: plan.target.shown,
    created: plan.created.map((file) => file.path),
    changed: plan.changed.map((file) => file.path),
    removed: plan.removed,
    unchanged: plan.unchanged,
    drift: mode === "check" ? drift : undefined,
    warnings,
  });
}

function checkText({ plan, drift }: GenerateOutcome): string {
  if (drift.length === 0)
    return upToDateText(plan.target.shown, plan.unchanged.length);
  const lines = drift.map(
    ({ kind, path }) =>
      `${kind.padEnd(10)} ${path}${declarationText(plan, path)}`,
  );
  // The manifest's hashes follow from the other files.
  const others = drift.filter(({ path }) => basename(path) !== MANIFEST_FILE);
  const shown = others.length > 0 ? others : drift;
  return `${lines.join("\n")}\n\n${shown.map(({ diff }) => diff).join("\n")}`;
}

/** `: 1 added (Icon), 2 changed (Tool, Resource)`, of a module that differs. */
function declarationText({ changed }: Plan, path: string): string {
  const file = changed.find((one) => one.path === path);
  if (file === undefined || !path.endsWith(".ts")) return "";
  const parts = Object.entries(changedDeclarations(file.old, file.text));
  const told = parts.flatMap(([what, names]: [string, readonly string[]]) => {
    if (names.length === 0) return [];
    const more = names.length > NAMED ? ", ..." : "";
    const list = names.slice(0, NAMED).join(", ");
    return [`${names.length} ${what} (${list}${more})`];
  });
  return told.length === 0 ? "" : `: ${told.join(", ")}`;
}

/** What a run says that finds nothing to do. */
export function upToDateText(shown: string, files: number): string {
  return `${shown} is up to date: ${files} files.\n`;
}

function writeText({ mode, plan }: GenerateOutcome, verbose: boolean): string {
  const { shown } = plan.target;
  if (isUpToDate(plan)) return upToDateText(shown, plan.unchanged.length);
  const done = mode === "write";
  const parts = {
    created: plan.created.map((file) => `  + ${join(shown, file.path)}`),
    changed: plan.changed.map((file) => `  ~ ${join(shown, file.path)}`),
    removed: plan.removed.map((path) => `  - ${join(shown, path)}`),
  };
  const lines = Object.values(parts).flat();
  const summary = Object.entries({ ...parts, unchanged: plan.unchanged })
    .filter(([, files]) => files.length > 0)
    .map(([what, files]) => `${files.length} ${what}`)
    .join(", ");
  const named = verbose || !done || lines.length <= NAMED ? lines : [];
  const verb = done ? "Wrote" : "Would write";
  return `${[...named, `${verb} ${shown}: ${summary}.`].join("\n")}\n`;
}
