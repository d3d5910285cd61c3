/** Tests of the search for a known word that is similar to an unknown word. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nearestWord } from "../../../../runtime/host/config/nearest.js";

const test = suite("host: similar words");

for (const [word, known, expected] of [
  ["a", ["b"], undefined],
  ["a", ["A"], "A"],
  ["ab", ["ba"], "ba"],
  ["ab", ["ca"], undefined],
  ["abc", ["abd"], "abd"],
  ["abc", ["ade"], undefined],
  ["abcd", ["abef"], "abef"],
  ["abcd", ["aefg"], undefined],
  ["abcd", ["abcdef"], "abcdef"],
  ["abcd", ["abcdefg"], undefined],
  ["read", ["raed1", "reads", "readt"], "reads"],
] as const)
  test(`the word most similar to ${word} among ${known.join()} is ${String(expected)}`, () => {
    assert.is(nearestWord(word, known), expected);
  });

test.run();
