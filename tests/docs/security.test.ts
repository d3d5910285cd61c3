/** Checks that each table row of docs/security.md names existing test files. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";

const PAGE = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** Returns the last cell of each table row of a page, without the headings. */
function getLastCells(page: string): string[] {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  const cells = rows.map((row) => row.split("|").at(-2)?.trim() ?? "");
  return cells.filter((cell) => cell !== "tests" && !/^-+$/.test(cell));
}

/**
 * Returns each entry of a row's last cell that does not name an existing test
 * file.
 */
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

test("every table row of docs/security.md names existing test files", () => {
  assert.equal(findMissing(PAGE), []);
  assert.ok(getLastCells(PAGE).length > 110);
});

test("`findMissing` reports a table row that names a missing test file", () => {
  const rows = ["| a | |", "| b | `no/file` |", "| c | `docs/security` |"];
  assert.equal(findMissing(rows.join("\n")), ["", "`no/file`"]);
});

test.run();
