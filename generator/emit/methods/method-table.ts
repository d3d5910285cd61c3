/** `METHODS`: the facts about each wire method at run time. */
import type { Method, ProtocolModel, Sender } from "../../model/types.js";
import { objectKey, quote } from "../print/syntax.js";

/** The members of `METHODS`, one method after the other; empty when none. */
export function methodRows(model: ProtocolModel): string[] {
  return mergedMethods(model).map(row);
}

/** One entry a method, in the model's order. */
export function mergedMethods(model: ProtocolModel): Method[] {
  const rows = new Map<string, Method>();
  for (const method of model.methods) {
    const known = rows.get(method.method);
    rows.set(method.method, known ? merge(known, method) : method);
  }
  return [...rows.values()];
}

/** A method of two declarations is one row: each side sends its own. */
function merge(one: Method, other: Method): Method {
  return {
    ...one,
    sender: one.sender === other.sender ? one.sender : ("either" as Sender),
    embedded: one.embedded && other.embedded,
    capability: one.capability ?? other.capability,
    deprecated: one.deprecated === null ? null : other.deprecated,
  };
}

function row(method: Method): string {
  const { capability } = method;
  const facts = [
    `kind: ${quote(method.kind)}`,
    `sender: ${quote(method.sender)}`,
    `embedded: ${method.embedded}`,
    ...(capability === null ? [] : [`capability: ${quote(capability)}`]),
    `deprecated: ${method.deprecated !== null}`,
  ];
  const lines = facts.map((fact) => `    ${fact},\n`).join("");
  return `  ${objectKey(method.method)}: {\n${lines}  },`;
}
