import type { Method } from "./types.js";

/** Types in which the peers declare their capabilities. */
export const CAPABILITY_OWNERS: readonly string[] = [
  "ClientCapabilities",
  "ServerCapabilities",
];

/**
 * Returns the types in which the capability of a method is declared. The
 * receiver declares the capability of a request, the sender that of a
 * notification. A method of both sides has two types.
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
