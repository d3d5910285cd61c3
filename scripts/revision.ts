/**
 * Adds a revision of the MCP project, or updates the draft. Writes
 * `schema/REV/schema.ts` with the structure of the MCP project's file and the
 * comments of our earlier schemas. Adds the revision to
 * `schema/revisions.json`, and prints the tasks that a person has to do.
 *
 *     node dist/scripts/revision.js --rev REV --upstream GITDIR [--commit HEAD]
 *         [--path schema/REV/schema.ts]
 *
 * GITDIR is the Git directory of a clone of the specification's repository.
 * `--path` reads another file, such as the draft before its release. `make
 * revision` also computes the pins and writes all generated files.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { fingerprint } from "../generator/model/identity/fingerprint.js";
import type { ProtocolModel } from "../generator/model/types.js";
import { parseSchema } from "../generator/parse/index.js";
import { readBundledSchema } from "../generator/source/read.js";
import {
  datedRevisions,
  knownRevisions,
  revisionTable,
} from "../generator/source/revisions.js";
import { PACKAGE_ROOT } from "../generator/support/package.js";
import { readArguments, refuseArguments } from "./arguments.js";
import { findDecisions } from "./revision/decisions.js";
import { restate } from "./revision/restate.js";
import { git, requireUpstream } from "./upstream.js";

const USAGE =
  "node dist/scripts/revision.js --rev REV --upstream GITDIR [--commit HEAD] [--path FILE]";
const { values } = readArguments(USAGE, {
  options: {
    rev: { type: "string" },
    upstream: { type: "string" },
    commit: { type: "string", default: "HEAD" },
    path: { type: "string" },
  },
});
const upstream = requireUpstream(USAGE, values.upstream);
const { rev = "" } = values;
if (!/^(\d{4}-\d\d-\d\d|draft)$/.test(rev))
  refuseArguments(USAGE, "--rev needs a date such as 2026-07-28, or draft.");
const { path = `schema/${rev}/schema.ts` } = values;

const commit = git(
  upstream,
  "log",
  "-1",
  "--format=%H",
  values.commit,
  "--",
  path,
)
  .toString()
  .trim();
if (commit === "")
  refuseArguments(USAGE, `${values.commit} has no file ${path}.`);
const original = parse(
  git(upstream, "show", `${commit}:${path}`).toString(),
  path,
);
// The draft comes first, because it contains the newest comments.
const earlier = ["draft", ...datedRevisions().reverse()].filter(
  (name) => name !== rev && knownRevisions().includes(name),
);
if (rev === "draft") earlier.unshift("draft");
const models = earlier.map((name) => {
  const { text, file } = readBundledSchema(name);
  return parse(text, file);
});
const { text, missing, changed } = restate(original, models);
const file = `schema/${rev}/schema.ts`;
if (fingerprint(parse(text, file)) !== fingerprint(original))
  throw new Error(`The structure of the new ${file} differs from the original`);

mkdirSync(join(PACKAGE_ROOT, "schema", rev), { recursive: true });
writeFileSync(
  join(PACKAGE_ROOT, file),
  await format(text, { parser: "typescript" }),
);
addToTable();

const previous = models[earlier.findIndex((name) => name !== "draft")];
const decisions = previous ? findDecisions(previous, original) : [];
console.log(`${file}: ${original.declarations.length} declarations.`);
print("Comments to write", missing);
print("Comments to check", changed);
print("Decisions", decisions);

function parse(source: string, name: string): ProtocolModel {
  return parseSchema(source, { file: name, revision: rev, commit: null }).model;
}

/** Adds the revision to `schema/revisions.json`, before the draft. */
function addToTable(): void {
  const table = revisionTable();
  const empty = { sha256: "", bytes: 0, fingerprint: "", schemaJson: "" };
  const { draft, ...dated } = {
    ...table.revisions,
    [rev]: { ...empty, commit, path },
  };
  const names = Object.keys(dated).sort();
  const revisions = Object.fromEntries([
    ...names.map((name) => [name, dated[name]]),
    ["draft", draft],
  ]);
  writeFileSync(
    join(PACKAGE_ROOT, "schema/revisions.json"),
    `${JSON.stringify({ ...table, latest: names.at(-1), revisions }, null, 2)}\n`,
  );
}

function print(title: string, items: readonly string[]): void {
  console.log(`${title}: ${items.length}`);
  for (const item of items) console.log(`  ${item}`);
}
