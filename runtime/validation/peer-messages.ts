/** Helper functions for the messages of both sides, client and server. */
import type { Fields } from "./guards.js";
import type { MessageCheck, MessageShape, Side } from "./messages.js";
import { anything, union } from "./shape.js";

/**
 * Combines the messages of two sides. Used by an observer that receives the
 * messages of both sides, such as a proxy.
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
   * know the method cannot explain the message.
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
 * Returns true for an input-required result: it asks for input before the
 * client sends the request again.
 */
export function asksForInput(value: object): boolean {
  const { resultType } = value as Fields;
  // Early drafts of the protocol used `incomplete` instead of `input_required`.
  return resultType === "input_required" || resultType === "incomplete";
}
