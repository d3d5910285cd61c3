/** Finds the decisions that a new revision requires from a person. */
import type { Method, ProtocolModel } from "../../generator/model/types.js";

/**
 * Compares two revisions. Returns a sentence for each difference that the rules
 * of the generator do not cover: a new lifecycle, and new or changed methods.
 */
export function findDecisions(
  previous: ProtocolModel,
  next: ProtocolModel,
): string[] {
  const [before, after] = [previous, next].map(({ methods }) => {
    const own = methods.filter(({ extension }) => extension === undefined);
    return new Map(own.map((method) => [method.method, method]));
  });
  const decisions: string[] = [];
  if (before?.has("initialize") !== after?.has("initialize"))
    decisions.push(
      "The handshake changed: choose a lifecycle in runtime/protocol.",
    );
  const changes = new Map<string, string[]>();
  for (const [name, method] of after ?? []) {
    const old = before?.get(name);
    const change = old ? findChange(old, method) : "";
    if (!old)
      decisions.push(
        `New ${method.kind} ${name} from ${method.sender}: choose its feature in generator/emit/features.ts.`,
      );
    if (change !== "")
      changes.set(change, [...(changes.get(change) ?? []), name]);
  }
  for (const [change, names] of changes)
    decisions.push(`${names.join(", ")}: ${change}. Adapt the runtime.`);
  return decisions;
}

/** Returns the changes of a method, such as `sender: either -> server`. */
function findChange(old: Method, now: Method): string {
  const members = ["kind", "sender", "embedded", "inputRequired"] as const;
  return [...members, "capability" as const]
    .filter((member) => old[member] !== now[member])
    .map((member) => `${member}: ${old[member]} -> ${now[member]}`)
    .join(", ");
}
