import type { Method } from "./types.js";

/** Types that hold what peers declare that they can do. */
export const CAPABILITY_OWNERS: readonly string[] = [
  "ClientCapabilities",
  "ServerCapabilities",
];

/**
 * Whose capability a method needs: the receiver's for a request, the sender's
 * for a notification. A method of both sides has two owners.
 */
export function capabilityOwners({
  kind,
  sender,
}: Pick<Method, "kind" | "sender">): readonly string[] {
  if (sender === "either") return CAPABILITY_OWNERS;
  return (kind === "request") === (sender === "server")
    ? ["ClientCapabilities"]
    : ["ServerCapabilities"];
}
