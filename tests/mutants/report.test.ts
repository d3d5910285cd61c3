import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findStaleEntries, isEquivalent } from "./equivalents.js";
import { findMutations } from "./mutations.js";
import {
  countFolders,
  findBrokenRules,
  printCampaign,
  printResult,
  type Row,
  type Tried,
} from "./report.js";

const test = suite("mutants: report");

function tried(file: string, by: string | null, dropped: string[] = []): Tried {
  const place = { file, line: 3, start: 0, end: 0, by: "", change: "drop: a" };
  return {
    place,
    result: { by, late: false, rejected: [], chosen: 2, dropped },
  };
}

function equivalent(file: string): Tried {
  return { ...tried(file, null), result: null };
}

test("`printResult` lists the tests that did not run for an undetected mutant", () => {
  assert.is(
    printResult(tried("runtime/a.ts", null, ["slow.test.js"])),
    "runtime/a.ts:3 drop: a: SURVIVED 2 test files\n    not run for lack of time: slow.test.js",
  );
  assert.is(
    printResult(tried("runtime/a.ts", "b.test.js", ["slow.test.js"])),
    "runtime/a.ts:3 drop: a: killed by b.test.js",
  );
});

test("`printCampaign` lists the invalid mutants, and counts the mutants of each folder", () => {
  const { place } = tried("runtime/d/e.ts", null);
  assert.is(
    printCampaign({
      tried: [
        tried("runtime/a/b.ts", "b.test.js"),
        tried("runtime/a/c.ts", null),
        equivalent("explorer/main.ts"),
      ],
      untried: [place],
      invalid: [place],
      unused: [["slow.test.js", "is too slow"]],
    }),
    `Test files that are not used:
slow.test.js: is too slow

Places that were not tried for lack of time:
runtime/d/e.ts:3 drop: a

Mutants with syntax errors, not counted:
runtime/d/e.ts:3 drop: a

Mutants that no test detects:
runtime/a/c.ts:3 drop: a: SURVIVED 2 test files

folder                tried     killed   survived equivalent
explorer/main.ts          1          0          0          1
runtime/a                 2          1          1          0
all                       3          1          1          1

all: the tests detect 1 of 2 mutants, less than 85 %.
all: 1 of 3 mutants are listed as equivalent, more than 5 %.`,
  );
});

const row = (folder: string, killed: number, of: number, more = 0): Row => ({
  folder,
  tried: of + more,
  killed,
  survived: of - killed,
  equivalent: more,
});

for (const [counts, broken] of [
  [row("all", 17, 20), 0],
  [row("all", 16, 20), 1],
  [row("all", 19, 19, 1), 0],
  [row("all", 18, 18, 2), 1],
  [row("all", 0, 0), 1],
  [row("runtime/a", 16, 20), 1],
  [row("runtime/a", 0, 19), 0],
] as const)
  test(`\`findBrokenRules\` returns ${broken} broken rules for the folder "${counts.folder}" with ${counts.tried} mutants: ${counts.killed} detected, ${counts.equivalent} equivalent`, () => {
    assert.is(findBrokenRules(counts).length, broken);
  });

test("`countFolders` groups mutants by the first two folders of their paths", () => {
  const rows = countFolders([
    tried("runtime/a/b/c.ts", "x"),
    tried("runtime/a/d.ts", "x"),
    tried("generator/index.ts", null),
  ]);
  assert.equal(
    rows.map(({ folder, killed }) => [folder, killed]),
    [
      ["generator/index.ts", 0],
      ["runtime/a", 2],
      ["all", 2],
    ],
  );
});

test("an entry in the list of equivalent mutants is stale if the entry matches no code", () => {
  const places = (file: string) =>
    file === "a.ts" ? findMutations("a.ts", "\n\none();\n") : [];
  const entry = { file: "a.ts", change: "drop: [-one();-]", why: "no effect" };
  assert.equal(findStaleEntries([entry], places), []);
  for (const stale of [
    { ...entry, why: " " },
    { ...entry, change: "drop: [-two();-]" },
    { ...entry, file: "b.ts" },
  ])
    assert.equal(findStaleEntries([stale], places), [stale]);
  assert.equal(
    places("a.ts").map((place) => isEquivalent([entry], place)),
    [true],
  );
});

test.run();
