/**
 * Benchmark of invalid messages of every revision. Measures the validator of
 * each type relative to `JSON.parse`, and the message decoder relative to the
 * validator.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownRevisions } from "../../generator/source/revisions.js";
import { rejectOnExit } from "../harness/death.js";
import { geometricMean } from "../harness/stats.js";
import { markdownTable } from "../harness/table.js";
import { wrongMessages } from "./by-rule.js";
import { compile, writeOurs } from "./prepare.js";
import type { Times } from "./revision-worker.js";

interface Row {
  readonly revision: string;
  readonly times: readonly Times[];
}

/** Runs the benchmark and returns a table with one row per revision. */
export async function revisionsTable(
  say: (line: string) => void,
): Promise<string> {
  const rows: Row[] = [];
  for (const revision of knownRevisions()) {
    say(`validate: messages of ${revision}`);
    rows.push({ revision, times: await measureRevision(revision) });
  }
  const explained = ({ times }: Row) => times.map((t) => t.explain / t.parse);
  const decoded = ({ times }: Row) => times.map((t) => t.decode / t.explain);
  const column = (head: string, cell: (row: Row) => string) =>
    ({ head, align: "right", cell }) as const;
  return markdownTable(rows, [
    { head: "revision", cell: ({ revision }) => revision },
    column("messages", ({ times }) => String(times.length)),
    column("time to find issues, relative to `JSON.parse`", (row) =>
      mean(explained(row)),
    ),
    column("issues, worst", (row) => Math.max(...explained(row)).toFixed(2)),
    column("time to decode, relative to issues", (row) => mean(decoded(row))),
    column("decode, worst", (row) => Math.max(...decoded(row)).toFixed(2)),
  ]);
}

function mean(values: readonly number[]): string {
  return geometricMean(values).toFixed(2);
}

async function measureRevision(revision: string): Promise<readonly Times[]> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-bench-"));
  try {
    const model = writeOurs(folder, revision);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const messages = JSON.stringify(wrongMessages(model));
    writeFileSync(join(folder, "messages.json"), messages);
    await compile(folder);
    const child = fork(new URL("revision-worker.js", import.meta.url), [
      folder,
    ]);
    const told = once(child, "message");
    const [times] = await Promise.race([rejectOnExit(child, revision), told]);
    child.kill();
    return times as readonly Times[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
