/** Compares methods, and the types of their messages and results. */
import { reference } from "../build.js";
import { commonFlow, methodFlows, type Flow } from "../flow.js";
import type { Extension, Method, ProtocolModel, TypeNode } from "../types.js";
import {
  changeAt,
  DEPRECATION,
  deprecationKind,
  harmless,
  type Change,
  type ChangeKind,
  type Impact,
} from "./change.js";
import type { Comparer } from "./comparer.js";
import { compareTypes } from "./members.js";
import {
  getAdditionImpact,
  getCapabilityImpact,
  getDeclaredByImpact,
  getInputImpact,
  getSenderImpact,
  getRemovalImpact,
} from "./method-impact.js";

/**
 * Texts of the report that describe which kinds of results a request can have.
 */
const ONE_ANSWER = "result";
const INPUT = "result or input-required result";
const TASK = "result or task";

/**
 * Compares the methods of two models, and the types of their messages and
 * results.
 */
export function compareMethods(
  older: ProtocolModel,
  newer: ProtocolModel,
  comparer: Comparer,
): Change[] {
  const before = byRole(older);
  const after = byRole(newer);
  const removed = [...before].filter(([key]) => !after.has(key));
  const added = new Map([...after].filter(([key]) => !before.has(key)));
  const changes: Change[] = [];

  for (const [, was] of removed) {
    const [key, is] =
      [...added].find(
        ([, method]) =>
          method.method === was.method && method.embedded !== was.embedded,
      ) ?? [];
    if (!key || !is) {
      changes.push(change("removed", was, null, getRemovalImpact(was, newer)));
      continue;
    }
    added.delete(key);
    changes.push(change("changed", was, is, getSenderImpact(was, is)));
    changes.push(...compareMethod(was, is, comparer));
  }
  for (const is of added.values())
    changes.push(change("added", null, is, getAdditionImpact(is, older)));
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is)
      changes.push(
        ...factChanges(was, is),
        ...compareMethod(was, is, comparer),
      );
  }
  return changes;
}

/**
 * Compares the extensions that both models contain: the side that declares the
 * extension, and the types of its settings.
 */
export function compareExtensions(
  older: ProtocolModel,
  newer: ProtocolModel,
): Change[] {
  return (newer.extensions ?? []).flatMap((is): Change[] => {
    const { identifier } = is;
    const was = older.extensions?.find(
      (extension) => extension.identifier === identifier,
    );
    if (!was) return [];
    const [before, after] = [describeDeclaration(was), describeDeclaration(is)];
    if (before === after) return [];
    const place = {
      subject: "capability",
      of: identifier,
      path: `extensions["${identifier}"]`,
    } as const;
    const impact = getDeclaredByImpact(was, is);
    return [changeAt(place, "changed", before, after, impact)];
  });
}

/**
 * Returns a description of an extension's declaration, such as `declared by the
 * server with SkillsSettings`.
 */
function describeDeclaration(extension: Extension): string {
  const { declaredBy, clientSettings, serverSettings } = extension;
  const by = declaredBy === "both" ? "both sides" : `the ${declaredBy}`;
  const settings = [clientSettings, serverSettings].filter(Boolean);
  const types = settings.length > 0 ? ` with ${settings.join(" and ")}` : "";
  return `declared by ${by}${types}`;
}

/** Describes the capability or extension that a method needs. */
function describeRequirement({ capability, extension }: Method): string {
  if (capability !== null) return `needs the capability ${capability}`;
  return extension === undefined
    ? "needs no capability"
    : `needs the extension ${extension}`;
}

/**
 * Returns the changes of a method's sender, required capability and possible
 * results.
 */
function factChanges(was: Method, is: Method): Change[] {
  const changes: Change[] = [];
  const add = (before: string, after: string, impact: Impact): void => {
    if (before !== after)
      changes.push({ ...change("changed", was, is, impact), before, after });
  };
  if (was.sender !== is.sender)
    changes.push(change("changed", was, is, getSenderImpact(was, is)));
  add(
    describeRequirement(was),
    describeRequirement(is),
    getCapabilityImpact(was, is),
  );
  add(
    was.inputRequired ? INPUT : ONE_ANSWER,
    is.inputRequired ? INPUT : ONE_ANSWER,
    getInputImpact(is),
  );
  add(
    was.taskResult ? TASK : ONE_ANSWER,
    is.taskResult ? TASK : ONE_ANSWER,
    harmless("A task is returned only for a request with `params.task`."),
  );
  return changes;
}

/**
 * Returns the changes of a method that exists in both models: a changed
 * deprecation, and changed types.
 */
function compareMethod(was: Method, is: Method, comparer: Comparer): Change[] {
  const kind = deprecationKind(was.deprecated, is.deprecated);
  const before = methodFlows(was);
  const after = methodFlows(is);
  const message = commonFlow(before.message, after.message);
  const response = commonFlow(before.response, after.response);
  const pairs: readonly [string, TypeNode | null, TypeNode | null, Flow][] = [
    ["", reference(was.declaration), reference(is.declaration), message],
    [" result", was.result, is.result, response],
    [" task result", was.taskResult, is.taskResult, response],
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
 * Returns the methods of a model by key. The key consists of the method's name,
 * its kind, and whether it is embedded. If client and server declare the same
 * method separately, the key also contains the declaration's name.
 */
function byRole(model: ProtocolModel): Map<string, Method> {
  return new Map(
    model.methods.map((method) => {
      const { kind, embedded, declaration } = method;
      const twice = model.methods.filter(
        (other) =>
          other.method === method.method && other.embedded === embedded,
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
  impact: Impact,
): Change {
  const path = (is ?? was)?.method ?? "";
  const [before, after] = [was && describe(was, is), is && describe(is, was)];
  const place = { subject: "method", of: path, path } as const;
  return changeAt(place, kind, before, after, impact);
}

/**
 * Returns a description of a method, such as `request from the client`. For an
 * added or removed method, the description includes the result type.
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
