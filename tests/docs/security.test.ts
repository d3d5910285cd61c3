/** Each row of docs/security.md names tests that are there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { titlesOf } from "../harness/run/titles.js";

const PAGE = readFileSync(join(ROOT, "docs/security.md"), "utf8");

/** The last cells of the rows of all tables of a page, without their heads. */
function lastCells(page: string): string[] {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  const cells = rows.map((row) => row.split("|").at(-2)?.trim() ?? "");
  return cells.filter((cell) => cell !== "test" && !/^-+$/.test(cell));
}

/** What is named and not there. */
function missing(page: string): string[] {
  return lastCells(page)
    .flatMap((cell) => cell.split(" · "))
    .filter((named) => {
      const [, file = "", title] = /^`([^`]+)`(?:: (.+))?$/s.exec(named) ?? [];
      const path = `tests/${file}.test.ts`;
      return title === undefined
        ? !existsSync(join(ROOT, path))
        : !titlesOf(path).has(title);
    });
}

const test = suite("docs: security");

test("every row names tests that are there", () => {
  assert.equal(missing(PAGE), []);
  assert.ok(lastCells(PAGE).length > 70);
});

test("a row without a test, or with one that is not there, is seen", () => {
  const rows = ["| a | |", "| b | `no/file` |", "| c | `docs/security`: no |"];
  assert.equal(missing(rows.join("\n")), [
    "",
    "`no/file`",
    "`docs/security`: no",
  ]);
});

test.run();
