/**
 * Checks tests/requirements.json, the table of requirements of the
 * specification, against the tests that cover the requirements.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { REVISIONS } from "../harness/models/models.js";
import { getTestsByRequirement } from "../harness/run/titles.js";

interface Row {
  readonly id: string;
  readonly place: string;
  readonly revisions: readonly string[];
  readonly level: string;
  readonly side: string;
  readonly says: string;
  readonly seed?: true;
  readonly why?: string;
}

interface Table {
  readonly reasons: { readonly [key: string]: string };
  readonly rows: readonly Row[];
}

const MEMBERS = "id, place, revisions, level, side, says, seed, why".split(
  ", ",
);

/**
 * Revisions whose specification pages are stable. The draft is left out,
 * because its pages still change.
 */
const KNOWN: readonly string[] = REVISIONS.filter((name) => name !== "draft");
const LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT"];
const SIDES = ["client", "server", "both"];

const TABLE = JSON.parse(
  readFileSync(join(ROOT, "tests/requirements.json"), "utf8"),
) as Table;
const TESTS = getTestsByRequirement();

/**
 * Returns the problems of a requirements table, and of the tests that cover its
 * rows.
 */
function findProblems(
  { reasons, rows }: Table,
  tests: ReadonlyMap<string, readonly string[]>,
): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  const used = new Set<string>();
  for (const row of rows) {
    const { id, place, revisions, level, side, says, why } = row;
    const add = (text: string): number => problems.push(`${id}: ${text}`);
    const unknown = Object.keys(row).filter((key) => !MEMBERS.includes(key));
    for (const [wrong, text] of [
      [ids.has(id), "duplicate id"],
      [!/^[0-9a-f]{12}$/.test(id), "invalid id"],
      [!place.includes("#"), "no place"],
      [says === "", "no text"],
      [!LEVELS.includes(level), `unknown level ${level}`],
      [!SIDES.includes(side), `unknown side ${side}`],
      [revisions.length === 0, "no revision"],
      [
        revisions.some((revision) => !KNOWN.includes(revision)),
        `unknown revision in ${revisions}`,
      ],
      [unknown.length > 0, `unknown members ${unknown}`],
      [tests.has(id) && why !== undefined, "both tests and a reason"],
      [!tests.has(id) && why === undefined, "neither tests nor a reason"],
    ] as const)
      if (wrong) add(text);
    ids.add(id);
    if (why === undefined) continue;
    used.add(why);
    if (!Object.hasOwn(reasons, why)) add(`unknown reason ${why}`);
  }
  for (const reason of Object.keys(reasons))
    if (!used.has(reason)) problems.push(`${reason}: unused reason`);
  for (const [id, [first = ""]] of tests)
    if (!ids.has(id)) problems.push(`${id}: no row for ${first}`);
  return problems;
}

const test = suite("requirements: table");

test("every requirement in tests/requirements.json has a test or a reason for having no test", () => {
  assert.equal(findProblems(TABLE, TESTS), []);
  assert.ok(TABLE.rows.length > 800);
});

test("every requirement() call in the tests precedes a test with a title", () => {
  const untitled = [...TESTS.values()]
    .flat()
    .filter((name) => name.endsWith(": "));
  assert.equal(untitled, []);
});

test("`findProblems` reports a requirement without a test", () => {
  const row = {
    id: "0123456789ac",
    place: "a#b",
    revisions: ["2025-06-18"],
    level: "MUST",
    side: "both",
    says: "Something",
  };
  const tests = new Map([["0123456789ab", ["a.test.ts: b"]]]);
  const table = { reasons: { x: "Because" }, rows: [row] };
  assert.equal(findProblems(table, tests), [
    "0123456789ac: neither tests nor a reason",
    "x: unused reason",
    "0123456789ab: no row for a.test.ts: b",
  ]);
});

test.run();
