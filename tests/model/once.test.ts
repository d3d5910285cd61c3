import { test } from "uvu";
import * as assert from "uvu/assert";
import { once } from "../../generator/model/util/memoize.js";

test("an answer is worked out once for each object", () => {
  const asked: object[] = [];
  const answer = once((key: object) => {
    asked.push(key);
    return asked.length > 1 ? asked.length : undefined;
  });
  const [a, b] = [{}, {}];
  assert.equal([a, a, b, a, b].map(answer), [
    undefined,
    undefined,
    2,
    undefined,
    2,
  ]);
  assert.is(asked.length, 2);
});

test.run();
