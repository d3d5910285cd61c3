/**
 * Computes from upstream's own files, at the commits that
 * `schema/revisions.json` names, what that file pins: sha256, size, structural
 * fingerprint, and fingerprint of `schema.json`.
 *
 *     node dist/scripts/pin.js --upstream GITDIR [--write]
 *
 * GITDIR is the git directory of a clone of the specification's repository.
 * Without `--write` nothing is changed: each pin that differs is printed, and
 * the exit code is 1 when there is one.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../generator/model/identity/fingerprint.js";
import { jsonSchemaFingerprint } from "./json-schema-fingerprint.js";
import { PACKAGE_ROOT } from "../generator/support/package.js";
import { parseSchema } from "../generator/parse/index.js";
import { revisionTable } from "../generator/source/revisions.js";
import type {
  RevisionPin,
  RevisionTable,
} from "../generator/source/revisions.js";
import { readArguments, refuseArguments } from "./arguments.js";

/** A file of a commit, byte for byte. */
function showFile(gitDir: string, commit: string, path: string): Buffer {
  return execFileSync(
    "git",
    ["--git-dir", gitDir, "show", `${commit}:${path}`],
    { maxBuffer: 64 * 1024 * 1024 },
  );
}

function pinOf(
  gitDir: string,
  revision: string,
  { commit, path }: RevisionPin,
): RevisionPin {
  const bytes = showFile(gitDir, commit, path);
  const { model } = parseSchema(bytes.toString("utf8"), {
    file: path,
    revision,
    commit,
  });
  const jsonPath = path.replace(/\.ts$/, ".json");
  const json = showFile(gitDir, commit, jsonPath).toString("utf8");
  return {
    commit,
    path,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    fingerprint: fingerprint(model),
    schemaJson: jsonSchemaFingerprint(JSON.parse(json)),
  };
}

const USAGE = "node dist/scripts/pin.js --upstream GITDIR [--write]";

function main(): void {
  const { values } = readArguments(USAGE, {
    options: {
      upstream: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const { upstream, write } = values;
  if (upstream === undefined) refuseArguments(USAGE, "--upstream is missing");
  const table = revisionTable();
  const pins = Object.entries(table.revisions).map(
    ([revision, pin]) =>
      [revision, pin, pinOf(upstream, revision, pin)] as const,
  );
  for (const [revision, old, now] of pins) {
    for (const key of Object.keys(now) as (keyof RevisionPin)[]) {
      if (old[key] === now[key]) continue;
      console.log(`${revision} ${key}: ${old[key] || "(none)"} -> ${now[key]}`);
      if (!write) process.exitCode = 1;
    }
  }
  if (!write) return;
  const revisions = Object.fromEntries(
    pins.map(([revision, , now]) => [revision, now]),
  );
  const text: RevisionTable = { ...table, revisions };
  writeFileSync(
    join(PACKAGE_ROOT, "schema", "revisions.json"),
    `${JSON.stringify(text, null, 2)}\n`,
  );
}

main();
