/**
 * Compares `tests/requirements.json` with the pages of the specification. Every
 * statement with MUST, MUST NOT, SHOULD or SHOULD NOT must have a row in the
 * file, and every row must belong to such a statement. Rows marked `seed` are
 * exempt, because current pages no longer contain their statements.
 *
 *     node dist/scripts/requirements.js --upstream GITDIR [--commit HEAD]
 *         [--extension NAME]
 *
 * GITDIR is the Git directory of a clone of the specification's repository.
 * With `--extension`, it is a clone of that extension's repository, and only
 * the extension's page is compared. Prints the differences. The exit code is 1
 * if there are differences.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../generator/support/package.js";
import { knownRevisions } from "../generator/source/revisions.js";
import { readArguments, refuseArguments } from "./arguments.js";
import { git, requireUpstream } from "./upstream.js";
import { findStatements } from "./requirements/statements.js";

/**
 * Revisions whose pages are compared. The draft is excluded because it still
 * changes.
 */
const REVISIONS = knownRevisions().filter((name) => name !== "draft");

/**
 * Pages that are not compared. They only repeat other pages, or describe
 * `schema.ts`, whose types are verified elsewhere.
 */
const REPEATING = new Set(["schema", "changelog", "deprecated"]);

/**
 * For each extension, the page that specifies it, and the revision to which the
 * page belongs. The page is in the repository of the extension.
 */
const EXTENSIONS: Readonly<Record<string, readonly [string, string]>> = {
  tasks: ["specification/draft/tasks.md", "2026-07-28"],
};

const USAGE =
  "node dist/scripts/requirements.js --upstream GITDIR [--commit HEAD] [--extension NAME]";
const { values } = readArguments(USAGE, {
  options: {
    upstream: { type: "string" },
    commit: { type: "string", default: "HEAD" },
    extension: { type: "string" },
  },
});
const upstream = requireUpstream(USAGE, values.upstream);
const { commit, extension } = values;
const own = extension === undefined ? undefined : EXTENSIONS[extension];
if (extension !== undefined && own === undefined)
  refuseArguments(
    USAGE,
    `Unknown extension: ${extension}. Add its page to EXTENSIONS.`,
  );
/** Prefix of `place` (page and heading) in the rows about an extension. */
const EXTENDING = "extensions/";

/** Returns the pages of a revision that are compared. */
function listPages(revision: string) {
  const folder = `docs/specification/${revision}/`;
  const listed = git(upstream, "ls-tree", "-r", "--name-only", commit, folder);
  return String(listed)
    .split("\n")
    .flatMap((path) => {
      const page = path.slice(folder.length).replace(/\.mdx$/, "");
      const isCompared = path.endsWith(".mdx") && !REPEATING.has(page);
      return isCompared ? [[revision, page, path] as const] : [];
    });
}

const pages = own
  ? [[own[1], `${EXTENDING}${extension}`, own[0]] as const]
  : REVISIONS.flatMap(listPages);
const found = new Map<string, { place: string; revisions: string[] }>();
const texts = new Map<string, string>();
for (const [revision, page, path] of pages) {
  const source = String(git(upstream, "show", `${commit}:${path}`));
  for (const { id, place, text } of findStatements(page, source)) {
    texts.set(id, text);
    const known = found.get(id) ?? { place, revisions: [] };
    found.set(id, known);
    if (!known.revisions.includes(revision)) known.revisions.push(revision);
  }
}

const table = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, "tests/requirements.json"), "utf8"),
) as {
  rows: { id: string; place: string; revisions: string[]; seed?: boolean }[];
};
const rows = table.rows.filter(({ place }) =>
  own
    ? place.startsWith(`${EXTENDING}${extension}#`)
    : !place.startsWith(EXTENDING),
);
const problems: string[] = [];
for (const [id, { place, revisions }] of found) {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined)
    problems.push(`no row: ${id} ${place} (${revisions})\n  ${texts.get(id)}`);
  else if (String(row.revisions) !== String(revisions))
    problems.push(`revisions: ${id} ${place}: ${revisions}`);
}
for (const { id, place, seed = false } of rows)
  if (!seed && !found.has(id)) problems.push(`no statement: ${id} ${place}`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${found.size} statements, ${rows.length} rows, ${problems.length} problems\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
