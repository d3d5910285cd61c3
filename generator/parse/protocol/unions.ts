import { reference } from "../../model/build.js";
import { findMember } from "../../model/members/members.js";
import {
  alternativesOf,
  literalOf,
  type Declarations,
} from "../../model/members/resolve.js";
import type { Declaration, Method } from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * The unions that say which messages there are. Literals of `method` do not:
 * 2026-07-28 keeps those of requests that no longer travel by themselves.
 */
export const METHOD_UNIONS = [
  { name: "ClientRequest", kind: "request", sender: "client" },
  { name: "ServerRequest", kind: "request", sender: "server" },
  { name: "ClientNotification", kind: "notification", sender: "client" },
  { name: "ServerNotification", kind: "notification", sender: "server" },
  // What a server asks for inside a result, and a client answers in a retry.
  { name: "InputRequest", kind: "request", sender: "server", embedded: true },
] as const;

/** A message as its declaration has it. */
export interface Message {
  readonly declaration: Declaration;
  readonly method: string;
}

/** A message, and what follows from the unions that hold it. */
export interface Sent
  extends Message, Pick<Method, "kind" | "sender" | "embedded"> {}

/** The messages of a union; a missing union has none. */
export function unionMessages(
  unionName: string,
  declarations: Declarations,
  reporter: Reporter,
): Message[] {
  const union = declarations.get(unionName);
  if (!union) return [];
  const messages = new Map<string, Message>();
  // `type PingRequest = Request & { … }` is a message, and its only name.
  for (const part of alternativesOf(declarations, reference(unionName))) {
    const declaration =
      part.kind === "reference" ? declarations.get(part.name) : undefined;
    const member = declaration && findMember(declarations, part, "method");
    const method = member && literalOf(declarations, member.type);
    if (!declaration || typeof method !== "string") {
      reporter.error(
        "MCP151",
        declaration?.position ?? union.position,
        `\`${unionName}\` holds ${part.kind === "reference" ? `\`${part.name}\`` : `an unnamed ${part.kind}`}, which has no \`method\` that is a string literal`,
      );
      continue;
    }
    // As a key of types and literals that one is like any other.
    if (method in Object.prototype && method !== "__proto__")
      reporter.error(
        "MCP159",
        declaration.position,
        `\`${declaration.name}\` has the method "${method}"`,
      );
    const first = messages.get(method);
    if (!first) messages.set(method, { declaration, method });
    else if (first.declaration !== declaration)
      reporter.error(
        "MCP152",
        declaration.position,
        `\`${unionName}\` has the method "${method}" twice: in \`${declaration.name}\`, and in \`${first.declaration.name}\` at ${reporter.place(first.declaration.position)}`,
      );
  }
  return [...messages.values()];
}
