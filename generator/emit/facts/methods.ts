/**
 * Methods of one revision, or of all revisions that a generated file supports.
 */
import type { Method, ProtocolModel } from "../../model/types.js";
import { getModels, type EmitContext, type Side } from "../context.js";
import { getEmbeddedRequests } from "./protocol-facts.js";

/**
 * Returns one entry for each method name, such as `ping`, in the order of the
 * model. A method that the model declares once for each direction has a single
 * merged entry.
 */
export function mergeMethods(model: ProtocolModel): Method[] {
  const rows = new Map<string, Method>();
  for (const method of model.methods) {
    const known = rows.get(method.method);
    rows.set(method.method, known ? mergeDeclarations(known, method) : method);
  }
  return [...rows.values()];
}

/**
 * Merges two declarations of the same method. Usually one declaration is for
 * the client as the sender, and one for the server.
 */
function mergeDeclarations(first: Method, other: Method): Method {
  return {
    ...first,
    sender: first.sender === other.sender ? first.sender : "either",
    embedded: first.embedded && other.embedded,
    capability: first.capability ?? other.capability,
    deprecated: first.deprecated === null ? null : other.deprecated,
  };
}

/**
 * Returns the methods that a side sends, without duplicates. Each method is as
 * declared in the newest revision that contains it.
 *
 * @param pick Function that returns the requests or the notifications of a
 *   side, such as `getRequests`.
 */
export function getMethods(
  context: EmitContext,
  side: Side,
  pick: (model: ProtocolModel, side: Side) => readonly Method[],
): Method[] {
  // A request that the newest revision embeds in results is left out, even if
  // an older revision sends the request as a separate message.
  const embedded = getEmbeddedRequests(context.model).map(
    ({ method }) => method,
  );
  const all = new Map<string, Method>();
  for (const method of getModels(context).flatMap((model) =>
    pick(model, side),
  )) {
    if (all.has(method.method) || embedded.includes(method.method)) continue;
    all.set(method.method, method);
  }
  return [...all.values()];
}

/** Returns the model of the revision that declares `method`. */
export function getOwner(context: EmitContext, method: Method): ProtocolModel {
  const owner = getModels(context).find(({ methods }) =>
    methods.includes(method),
  );
  return owner ?? context.model;
}
