/**
 * What a method holds, where it has other types than before. What became of a
 * type that it has in both models is said of the type.
 */
import { methodFlows } from "../flow.js";
import type { Flow } from "../flow.js";
import type { Method, TypeNode } from "../types.js";
import type { Change } from "./change.js";
import { compareTypes } from "./members.js";
import type { Known } from "./members.js";
import type { Comparer } from "./relation.js";

/** What became of the message of a method, and of what answers it. */
export function compareMessages(
  was: Method,
  is: Method,
  comparer: Comparer,
): Change[] {
  const before = methodFlows(was);
  const after = methodFlows(is);
  const asks = both(before.asks, after.asks);
  const answers = both(before.answers, after.answers);
  const pairs: readonly [string, TypeNode | null, TypeNode | null, Flow][] = [
    ["", reference(was.declaration), reference(is.declaration), asks],
    [" result", was.result, is.result, answers],
    [" task result", was.taskResult, is.taskResult, answers],
  ];
  return pairs.flatMap(([what, older, newer, flow]) =>
    older && newer
      ? compareTypes(older, newer, {
          comparer,
          subject: "member",
          of: is.method,
          path: `${is.method}${what}`,
          flow,
          known: isOfBoth(comparer),
        })
      : [],
  );
}

/** True for members that both types have of one and the same declaration. */
function isOfBoth({ same }: Comparer): Known {
  return (before, after) =>
    before?.origin != null &&
    after?.origin != null &&
    same(before.origin, after.origin);
}

function both(a: Flow, b: Flow): Flow {
  return {
    toClient: a.toClient && b.toClient,
    toServer: a.toServer && b.toServer,
  };
}

function reference(name: string): TypeNode {
  return { kind: "reference", name, arguments: [] };
}
