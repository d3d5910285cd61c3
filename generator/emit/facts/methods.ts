/**
 * Methods of one revision, or of all revisions that a generated file supports.
 */
import type { Method, ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext } from "../context.js";
import { embeddedRequests } from "./protocol-facts.js";

/** Returns one entry for each method, in the order of the model. */
export function mergedMethods(model: ProtocolModel): Method[] {
  const rows = new Map<string, Method>();
  for (const method of model.methods) {
    const known = rows.get(method.method);
    rows.set(method.method, known ? merge(known, method) : method);
  }
  return [...rows.values()];
}

/** Merges two declarations of one method, which each side can send. */
function merge(one: Method, other: Method): Method {
  return {
    ...one,
    sender: one.sender === other.sender ? one.sender : "either",
    embedded: one.embedded && other.embedded,
    capability: one.capability ?? other.capability,
    deprecated: one.deprecated === null ? null : other.deprecated,
  };
}

/** Returns each method once, from the newest revision that has it. */
export function methodsOf(
  context: EmitContext,
  pick: (model: ProtocolModel) => readonly Method[],
): Method[] {
  // A request that is embedded in results in the newest revision has only that
  // form.
  const embedded = embeddedRequests(context.model).map(({ method }) => method);
  const all = new Map<string, Method>();
  for (const one of modelsOf(context).flatMap(pick)) {
    if (all.has(one.method) || embedded.includes(one.method)) continue;
    all.set(one.method, one);
  }
  return [...all.values()];
}

/** Returns the revision that declares a method. */
export function ownerOf(context: EmitContext, method: Method): ProtocolModel {
  const owner = modelsOf(context).find(({ methods }) =>
    methods.includes(method),
  );
  return owner ?? context.model;
}
