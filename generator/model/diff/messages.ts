/**
 * What a method holds, where it has other types than before. What became of a
 * type that it has in both models is reported of the type.
 */
import { reference } from "../build.js";
import { commonFlow, methodFlows, type Flow } from "../flow.js";
import type { Method, TypeNode } from "../types.js";
import type { Change } from "./change.js";
import type { Comparer } from "./comparer.js";
import { compareTypes } from "./members.js";

/** What became of the message of a method, and of what answers it. */
export function compareMessages(
  was: Method,
  is: Method,
  comparer: Comparer,
): Change[] {
  const before = methodFlows(was);
  const after = methodFlows(is);
  const asks = commonFlow(before.asks, after.asks);
  const answers = commonFlow(before.answers, after.answers);
  const pairs: readonly [string, TypeNode | null, TypeNode | null, Flow][] = [
    ["", reference(was.declaration), reference(is.declaration), asks],
    [" result", was.result, is.result, answers],
    [" task result", was.taskResult, is.taskResult, answers],
  ];
  return pairs.flatMap(([what, older, newer, flow]) =>
    older && newer
      ? compareTypes(
          older,
          newer,
          {
            comparer,
            subject: "member",
            of: is.method,
            path: `${is.method}${what}`,
            flow,
          },
          // Members that both types have of one and the same declaration.
          (a, b) =>
            a?.origin != null &&
            b?.origin != null &&
            comparer.same(a.origin, b.origin),
        )
      : [],
  );
}
