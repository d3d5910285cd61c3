import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MarkedFile } from "./marks.js";

const test = suite("mutants: marks");

const TEXT = `
export const top = 1;
export function named(given = 2): number {
  if (given) { return 3; }
  const arrow = (other = 4) => 5;
  return 6;
}
`;

/**
 * Numbers in `TEXT`, each with the id of a mark (inserted call). The mark
 * belongs to the innermost marked range that contains the number. Null: no
 * marked range contains the number.
 */
const MARKS = [
  [1, null],
  [2, 7],
  [3, 8],
  [4, 9],
  [5, 9],
  [6, 7],
] as const;

for (const [number, id] of MARKS)
  test(`\`findMark\` returns ${id === null ? "no mark" : `mark ${id}`} for the position of the number ${number} in the test file`, () => {
    const file = new MarkedFile("a.ts", TEXT, 7);
    assert.is(file.findMark(TEXT.indexOf(String(number))), id);
    assert.is(file.next, 10);
  });

test.run();
