/** Each row of tests/requirements.json is held by tests that are there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { REVISIONS } from "../harness/models/models.js";
import { titlesOf } from "../harness/run/titles.js";

interface Row {
  readonly id: string;
  readonly place: string;
  readonly revisions: readonly string[];
  readonly level: string;
  readonly side: string;
  readonly says: string;
  readonly seed?: true;
  readonly tests?: readonly string[];
  readonly why?: string;
}

interface Table {
  readonly reasons: { readonly [key: string]: string };
  readonly rows: readonly Row[];
}

const MEMBERS =
  "id, place, revisions, level, side, says, seed, tests, why".split(", ");

/** Draft has no pages that can be kept to. */
const KNOWN: readonly string[] = REVISIONS.filter((name) => name !== "draft");
const LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT"];
const SIDES = ["client", "server", "both"];

const TABLE = JSON.parse(
  readFileSync(join(ROOT, "tests/requirements.json"), "utf8"),
) as Table;

/** What is wrong with the table. */
function problemsOf({ reasons, rows }: Table): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  const used = new Set<string>();
  for (const row of rows) {
    const { id, place, revisions, level, side, says, tests, why } = row;
    const say = (text: string): number => problems.push(`${id}: ${text}`);
    const unknown = Object.keys(row).filter((key) => !MEMBERS.includes(key));
    for (const [wrong, text] of [
      [ids.has(id), "is there twice"],
      [!/^[0-9a-f]{12}$/.test(id), "is no id"],
      [!place.includes("#"), "has no place"],
      [says === "", "says nothing"],
      [!LEVELS.includes(level), `has level ${level}`],
      [!SIDES.includes(side), `is of ${side}`],
      [revisions.length === 0, "has no revision"],
      [revisions.some((one) => !KNOWN.includes(one)), `has ${revisions}`],
      [unknown.length > 0, `has ${unknown}`],
    ] as const)
      if (wrong) say(text);
    ids.add(id);
    if ((tests === undefined) === (why === undefined))
      say("needs tests, or why there are none");
    if (tests?.length === 0) say("has no tests");
    for (const test of tests ?? []) {
      const [path = "", title = ""] = test.split(/: (.*)/s);
      if (!titlesOf(path).has(title)) say(`no such test: ${test}`);
    }
    if (why === undefined) continue;
    used.add(why);
    if (!Object.hasOwn(reasons, why)) say(`no such reason: ${why}`);
  }
  for (const reason of Object.keys(reasons))
    if (!used.has(reason)) problems.push(`${reason}: a reason of no row`);
  return problems;
}

const test = suite("requirements: the table");

test("every row has tests that are there, or a reason", () => {
  assert.equal(problemsOf(TABLE), []);
  assert.ok(TABLE.rows.length > 800);
});

const SELF = "tests/requirements/rows.test.ts";

test("a row with a test that is not there, or nothing, is seen", () => {
  const row = {
    place: "a#b",
    revisions: ["2025-06-18"],
    level: "MUST",
    side: "both",
    says: "Something",
  };
  const rows = [
    { ...row, id: "0123456789ab", tests: [`${SELF}: b`] },
    { ...row, id: "0123456789ac" },
  ];
  assert.equal(problemsOf({ reasons: { x: "Because" }, rows }), [
    `0123456789ab: no such test: ${SELF}: b`,
    "0123456789ac: needs tests, or why there are none",
    "x: a reason of no row",
  ]);
});

test.run();
