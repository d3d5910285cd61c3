import { flowsOf, NO_FLOW } from "../flow.js";
import type { Flow } from "../flow.js";
import type { ProtocolModel } from "../types.js";

/**
 * The ways that values of a type travel in both models: what only one of them
 * sends is no message to the other, and told of with the methods.
 */
export function commonFlows(
  older: ProtocolModel,
  newer: ProtocolModel,
  renames: ReadonlyMap<string, string>,
): ReadonlyMap<string, Flow> {
  const after = flowsOf(newer);
  const flows = new Map<string, Flow>();
  for (const [oldName, flow] of flowsOf(older)) {
    const name = renames.get(oldName) ?? oldName;
    const now = after.get(name) ?? NO_FLOW;
    flows.set(name, {
      toClient: now.toClient && flow.toClient,
      toServer: now.toServer && flow.toServer,
    });
  }
  return flows;
}
