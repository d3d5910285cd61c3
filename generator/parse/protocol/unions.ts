import { reference } from "../../model/build.js";
import { findMember } from "../../model/members/members.js";
import {
  getAlternatives,
  getLiteral,
  type Declarations,
} from "../../model/members/resolve.js";
import type { Declaration, Method } from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * Unions that list the messages of the protocol. Declarations with a `method`
 * cannot be used instead: 2026-07-28 still declares `method` in requests that
 * are sent only inside results.
 */
export const METHOD_UNIONS = [
  { name: "ClientRequest", kind: "request", sender: "client" },
  { name: "ServerRequest", kind: "request", sender: "server" },
  { name: "ClientNotification", kind: "notification", sender: "client" },
  { name: "ServerNotification", kind: "notification", sender: "server" },
  // A server embeds input requests in a result. The client answers by sending
  // its original request again with the answers.
  { name: "InputRequest", kind: "request", sender: "server", embedded: true },
] as const;

/** Message type, and the JSON-RPC method that it declares. */
export interface Message {
  readonly declaration: Declaration;
  readonly method: string;
}

/**
 * Message type with its kind and sender, which are determined by the union that
 * lists the message.
 */
export interface Sent
  extends Message, Pick<Method, "kind" | "sender" | "embedded"> {}

/**
 * Returns the messages that a union lists. Returns an empty list if the schema
 * does not declare the union.
 */
export function unionMessages(
  unionName: string,
  declarations: Declarations,
  reporter: Reporter,
): Message[] {
  const union = declarations.get(unionName);
  if (!union) return [];
  const messages = new Map<string, Message>();
  // `getAlternatives` does not resolve an alias such as `type PingRequest =
  // Request & { … }`, because the alias itself declares a message.
  for (const part of getAlternatives(declarations, reference(unionName))) {
    const declaration =
      part.kind === "reference" ? declarations.get(part.name) : undefined;
    const member = declaration && findMember(declarations, part, "method");
    const method = member && getLiteral(declarations, member.type);
    if (!declaration || typeof method !== "string") {
      reporter.error(
        "MCP151",
        declaration?.position ?? union.position,
        `\`${unionName}\` contains ${part.kind === "reference" ? `\`${part.name}\`` : `an unnamed ${part.kind}`}, which has no \`method\` that is a string literal`,
      );
      continue;
    }
    // Method names that every JavaScript object inherits, such as `toString`,
    // are rejected. An exception is `__proto__`, which works like any other key
    // in types and in object literals.
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
