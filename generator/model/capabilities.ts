import type { Method } from "./types.js";

/** Names of the types in which client and server declare their capabilities. */
export const CAPABILITY_OWNERS: readonly string[] = [
  "ClientCapabilities",
  "ServerCapabilities",
];

/**
 * Returns the names of the types in which the capability of a method is
 * declared. The receiver declares the capability of a request, and the sender
 * declares the capability of a notification. If client and server both send the
 * method, the result contains two names.
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
