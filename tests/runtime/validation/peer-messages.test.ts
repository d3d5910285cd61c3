/** Tests of the validation of messages that either side may have sent. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findProblem } from "../../../runtime/validation/explain/problem.js";
import type { Side } from "../../../runtime/validation/messages.js";
import { combineSides } from "../../../runtime/validation/peer-messages.js";
import {
  integer,
  string,
  type Shape,
} from "../../../runtime/validation/shape.js";

const test = suite("messages of either side");

/**
 * Returns the checks for the messages of one side. Each check returns `answer`.
 */
function createSide(answer: boolean | undefined, shape: Shape): Side {
  const check = () => answer;
  return {
    checkRequest: check,
    requestShape: () => shape,
    checkNotification: check,
    notificationShape: () => shape,
    checkResult: check,
    resultShape: () => shape,
    errorsNeedId: false,
  };
}

for (const [first, second, combined, problem] of [
  [true, false, true],
  [false, true, true],
  [true, undefined, true],
  [undefined, true, true],
  [undefined, undefined, undefined],
  [false, undefined, false, "it: expected string, got boolean"],
  [undefined, false, false, "it: expected integer, got boolean"],
  [false, false, false, "it: expected string or integer, got boolean"],
] as const)
  test(`combineSides returns ${combined} if the client schema returns ${first} and the server schema ${second}`, () => {
    const side = combineSides(
      createSide(first, string),
      createSide(second, integer),
    );
    for (const [check, shape] of [
      ["checkRequest", "requestShape"],
      ["checkNotification", "notificationShape"],
      ["checkResult", "resultShape"],
    ] as const) {
      assert.is(side[check]("x/y", {}), combined);
      if (problem)
        assert.is(findProblem(side[shape]("x/y", {}), true, "it"), problem);
    }
  });

test.run();
