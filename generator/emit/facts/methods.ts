/** Methods of one revision, or of all revisions that a file speaks. */
import type { Method, ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext } from "../context.js";
import { embeddedRequests } from "./protocol-facts.js";

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
    sender: one.sender === other.sender ? one.sender : "either",
    embedded: one.embedded && other.embedded,
    capability: one.capability ?? other.capability,
    deprecated: one.deprecated === null ? null : other.deprecated,
  };
}

/** Each method once, as the newest revision that has it declares it. */
export function methodsOf(
  context: EmitContext,
  pick: (model: ProtocolModel) => readonly Method[],
): Method[] {
  // What travels inside results now is known by its newest form.
  const embedded = embeddedRequests(context.model).map(({ method }) => method);
  const all = new Map<string, Method>();
  for (const one of modelsOf(context).flatMap(pick)) {
    if (all.has(one.method) || embedded.includes(one.method)) continue;
    all.set(one.method, one);
  }
  return [...all.values()];
}

/** The revision that declares a method. */
export function ownerOf(context: EmitContext, method: Method): ProtocolModel {
  const owner = modelsOf(context).find(({ methods }) =>
    methods.includes(method),
  );
  return owner ?? context.model;
}
