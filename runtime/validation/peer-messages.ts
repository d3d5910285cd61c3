/** Combination of both sides' messages. */
import type { Fields } from "./guards.js";
import type { MessageCheck, MessageShape, Side } from "./messages.js";
import { anything, union } from "./shape.js";

/**
 * Combines two sides, for an observer such as a proxy that receives the
 * messages of both.
 */
export function combineSides(a: Side, b: Side): Side {
  const check =
    (first: MessageCheck, second: MessageCheck): MessageCheck =>
    (method, value) => {
      const answer = first(method, value);
      return answer === true ? true : (second(method, value) ?? answer);
    };
  /**
   * Combines the shapes of the sides that know the method. A side that does not
   * know it cannot explain the message.
   */
  const shape =
    (
      checkOf: (side: Side) => MessageCheck,
      shapeOf: (side: Side) => MessageShape,
    ): MessageShape =>
    (method, value) => {
      const known = [a, b].filter(
        (side) => checkOf(side)(method, value) !== undefined,
      );
      const [only = anything, ...others] = known.map((side) =>
        shapeOf(side)(method, value),
      );
      return others.length === 0 ? only : union(only, ...others);
    };
  return {
    ...a,
    checkRequest: check(a.checkRequest, b.checkRequest),
    requestShape: shape(
      (side) => side.checkRequest,
      (side) => side.requestShape,
    ),
    checkNotification: check(a.checkNotification, b.checkNotification),
    notificationShape: shape(
      (side) => side.checkNotification,
      (side) => side.notificationShape,
    ),
    checkResult: check(a.checkResult, b.checkResult),
    resultShape: shape(
      (side) => side.checkResult,
      (side) => side.resultShape,
    ),
  };
}

/**
 * Returns true for a result that asks for input before the request is sent
 * again.
 */
export function asksForInput(value: object): boolean {
  const { resultType } = value as Fields;
  // Early drafts used the name `incomplete`.
  return resultType === "input_required" || resultType === "incomplete";
}
