/** Comparison of methods and of their types. */
import { reference } from "../build.js";
import { commonFlow, methodFlows, type Flow } from "../flow.js";
import type { Method, ProtocolModel, TypeNode } from "../types.js";
import {
  changeAt,
  DEPRECATION,
  deprecationKind,
  harmless,
  type Change,
  type ChangeKind,
  type Verdict,
} from "./change.js";
import type { Comparer } from "./comparer.js";
import { compareTypes } from "./members.js";
import {
  additionOf,
  capabilityVerdict,
  inputVerdict,
  neededBy,
  moveOf,
  removalOf,
} from "./method-verdicts.js";

/** Description of the answers of a request. */
const ONE_ANSWER = "result";
const INPUT = "result or input-required result";
const TASK = "result or task";

/** Compares the methods of two models and the types that they hold. */
export function compareMethods(
  older: ProtocolModel,
  newer: ProtocolModel,
  comparer: Comparer,
): Change[] {
  const before = byRole(older);
  const after = byRole(newer);
  const gone = [...before].filter(([key]) => !after.has(key));
  const come = new Map([...after].filter(([key]) => !before.has(key)));
  const changes: Change[] = [];

  for (const [, was] of gone) {
    const [key, is] =
      [...come].find(
        ([, one]) => one.method === was.method && one.embedded !== was.embedded,
      ) ?? [];
    if (!key || !is) {
      changes.push(change("removed", was, null, removalOf(was, newer)));
      continue;
    }
    come.delete(key);
    changes.push(change("changed", was, is, moveOf(was, is)));
    changes.push(...inBoth(was, is, comparer));
  }
  for (const is of come.values())
    changes.push(change("added", null, is, additionOf(is, older)));
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is) changes.push(...factChanges(was, is), ...inBoth(was, is, comparer));
  }
  return changes;
}

/**
 * Returns the changes of a method's sender, capability and kinds of answers.
 */
function factChanges(was: Method, is: Method): Change[] {
  const changes: Change[] = [];
  const add = (before: string, after: string, verdict: Verdict): void => {
    if (before !== after)
      changes.push({ ...change("changed", was, is, verdict), before, after });
  };
  if (was.sender !== is.sender)
    changes.push(change("changed", was, is, moveOf(was, is)));
  add(
    `needs ${neededBy(was) ?? "no capability"}`,
    `needs ${neededBy(is) ?? "no capability"}`,
    capabilityVerdict(was, is),
  );
  add(
    was.inputRequired ? INPUT : ONE_ANSWER,
    is.inputRequired ? INPUT : ONE_ANSWER,
    inputVerdict(is),
  );
  add(
    was.taskResult ? TASK : ONE_ANSWER,
    is.taskResult ? TASK : ONE_ANSWER,
    harmless(
      "A task is returned only for a request with `params.task`.",
    ),
  );
  return changes;
}

/**
 * Returns the change of a method's deprecation, and the changes of its types.
 */
function inBoth(was: Method, is: Method, comparer: Comparer): Change[] {
  const kind = deprecationKind(was.deprecated, is.deprecated);
  const before = methodFlows(was);
  const after = methodFlows(is);
  const asks = commonFlow(before.asks, after.asks);
  const answers = commonFlow(before.answers, after.answers);
  const pairs: readonly [string, TypeNode | null, TypeNode | null, Flow][] = [
    ["", reference(was.declaration), reference(is.declaration), asks],
    [" result", was.result, is.result, answers],
    [" task result", was.taskResult, is.taskResult, answers],
  ];
  const { method: of } = is;
  return [
    ...(kind ? [change(kind, was, is, DEPRECATION)] : []),
    ...pairs.flatMap(([what, older, newer, flow]) => {
      const path = `${of}${what}`;
      const place = { comparer, subject: "member", of, path, flow } as const;
      return older && newer ? compareTypes(older, newer, place) : [];
    }),
  ];
}

/**
 * Returns one entry per direction and role of a method, by itself or embedded.
 */
function byRole(model: ProtocolModel): Map<string, Method> {
  return new Map(
    model.methods.map((method) => {
      const { kind, embedded, declaration } = method;
      const twice = model.methods.filter(
        (m) => m.method === method.method && m.embedded === embedded,
      );
      const own = twice.length > 1 ? ` ${declaration}` : "";
      return [`${method.method} ${kind} ${embedded}${own}`, method];
    }),
  );
}

function change(
  kind: ChangeKind,
  was: Method | null,
  is: Method | null,
  verdict: Verdict,
): Change {
  const path = (is ?? was)?.method ?? "";
  const [before, after] = [was && describe(was, is), is && describe(is, was)];
  const place = { subject: "method", of: path, path } as const;
  return changeAt(place, kind, before, after, verdict);
}

/**
 * Returns a description such as `request from the client`, with the result type
 * if it is needed.
 */
function describe(
  { kind, sender, embedded, result }: Method,
  other: Method | null,
): string {
  const from = sender === "either" ? "either side" : `the ${sender}`;
  const how = embedded ? `embedded in a result of ${from}` : `from ${from}`;
  const answer =
    result?.kind === "reference" && !other ? ` -> ${result.name}` : "";
  return `${kind} ${how}${answer}`;
}
