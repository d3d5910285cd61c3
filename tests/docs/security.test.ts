/** Checks that each row of docs/security.md names test files that exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";

const PAGE = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** Returns the last cells of all table rows of a page, without headings. */
function getLastCells(page: string): string[] {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  const cells = rows.map((row) => row.split("|").at(-2)?.trim() ?? "");
  return cells.filter((cell) => cell !== "tests" && !/^-+$/.test(cell));
}

/** Returns the entries of last cells that are not test files. */
function findMissing(page: string): string[] {
  return getLastCells(page)
    .flatMap((cell) => cell.split(" · "))
    .filter((entry) => {
      const [, file] = /^`([^`]+)`$/.exec(entry) ?? [];
      return (
        file === undefined || !existsSync(join(ROOT, `tests/${file}.test.ts`))
      );
    });
}

const test = suite("docs: security");

test("every row of docs/security.md names test files that exist", () => {
  assert.equal(findMissing(PAGE), []);
  assert.ok(getLastCells(PAGE).length > 110);
});

test("a row without a test file, or with a missing one, is reported", () => {
  const rows = ["| a | |", "| b | `no/file` |", "| c | `docs/security` |"];
  assert.equal(findMissing(rows.join("\n")), ["", "`no/file`"]);
});

test.run();
