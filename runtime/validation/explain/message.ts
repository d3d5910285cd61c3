/** Explanation of invalid params of a message. */
import type { Fields } from "../guards.js";
import type { Shape } from "../shape.js";
import { explainRejected } from "../validate.js";
import { explain, isAccepted } from "./explain.js";
import type { Issue } from "./issues.js";
import { ID_KINDS } from "./kinds-of.js";
import {
  getChildren,
  getRootNode,
  type Part,
  type ShapeNode,
} from "./nodes.js";
import { createReport } from "./report.js";

/**
 * Returns the issues of a message that the guard rejected. The caller has
 * already checked the envelope: the members `jsonrpc`, `id` and `method`. If
 * the type of the message declares only the envelope and `params`, the search
 * starts at `params`.
 */
export function explainMessage(
  message: Fields,
  method: string,
  shape: Shape,
): readonly Issue[] {
  const report = createReport(20);
  try {
    const member = getChildren(getRootNode(shape)).byTag?.get(method);
    const part = member && (member.params ??= findParams(member));
    const { params } = message;
    if (part && params !== undefined) explain(part.node, params, null, report);
    if (report.issues.length > 0) return report.issues;
  } catch {
    // A getter of the message threw an error, which the search below reports.
  }
  return explainRejected(message, shape).issues;
}

/**
 * Returns the child node for `params`. Returns `undefined` if other members can
 * be invalid although the envelope is valid.
 */
function findParams(member: ShapeNode): Part | undefined {
  const { parts, each } = getChildren(member);
  let params: Part | undefined;
  for (const part of parts)
    if (part.name === "params") params = part;
    else if (!acceptsEnvelope(part)) return undefined;
  return each === null ? params : undefined;
}

/**
 * Returns whether the property `jsonrpc` or `id` of a message type accepts
 * every value that the JSON-RPC envelope allows for it.
 */
function acceptsEnvelope(part: Part): boolean {
  return part.name === "jsonrpc"
    ? isAccepted(part, "2.0")
    : part.name === "id" && (part.acceptedKinds & ID_KINDS) === ID_KINDS;
}
