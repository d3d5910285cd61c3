import { intersectionType, property, reference } from "./build.js";
import { declarationsByName, findType } from "./lookup.js";
import { findMember, type EffectiveMember } from "./members/members.js";
import type { Method, ProtocolModel, TypeNode } from "./types.js";

/** Returns the name of the base interface of a message. */
export function getBaseName(kind: Method["kind"]): "Request" | "Notification" {
  return kind === "request" ? "Request" : "Notification";
}

/**
 * Returns the member `_meta` of the inherited params if the declaration of a
 * message hides it. Some declarations override the params of the base interface
 * with params that have no `_meta`. Returns null if nothing is hidden.
 */
export function findHiddenMeta(
  model: ProtocolModel,
  { kind, params }: Pick<Method, "kind" | "params">,
): EffectiveMember | null {
  const declarations = declarationsByName(model);
  const base = getBaseName(kind);
  if (params === null || findType(model, base)?.exported !== true) return null;
  const inherited = findMember(declarations, reference(base), "params");
  const meta = inherited && findMember(declarations, inherited.type, "_meta");
  return findMember(declarations, params, "_meta") ? null : meta;
}

/**
 * Returns the type of a message's params, including a member `_meta` that the
 * declaration hides.
 */
export function getEffectiveParams(
  model: ProtocolModel,
  method: Method,
): TypeNode | null {
  const meta = findHiddenMeta(model, method);
  if (!meta || !method.params) return method.params;
  const { name, type, doc, position } = meta;
  const member = { ...property(name, type, doc, true), position };
  return intersectionType([
    method.params,
    { kind: "object", members: [member] },
  ]);
}
