/**
 * Helper functions for validating the messages of the client and the server.
 */
import type { Fields } from "./guards.js";
import type { MessageCheck, MessageShape, Side } from "./messages.js";
import { anything, union } from "./shape.js";

/**
 * Combines the validation of client messages and server messages. An observer
 * that receives the messages of both sides, such as a proxy, uses the
 * combination.
 */
export function combineSides(a: Side, b: Side): Side {
  const check =
    (first: MessageCheck, second: MessageCheck): MessageCheck =>
    (method, value) => {
      const answer = first(method, value);
      return answer === true ? true : (second(method, value) ?? answer);
    };
  /**
   * Only the sides that know the method can explain an invalid message. The
   * runtime schemas of these sides are combined.
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
 * Returns true for an input-required result. Such a result asks the client for
 * input instead of completing the request.
 */
export function asksForInput(value: object): boolean {
  const { resultType } = value as Fields;
  // Early drafts of the protocol used `incomplete` instead of `input_required`.
  return resultType === "input_required" || resultType === "incomplete";
}
