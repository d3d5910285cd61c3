/** Finds the messages in an extension's schema by their base types. */
import { getBases } from "../../model/members/bases.js";
import { findMember } from "../../model/members/members.js";
import { reference } from "../../model/build.js";
import {
  getAlternatives,
  getLiteral,
  type Declarations,
} from "../../model/members/resolve.js";
import type { Declaration, Method, Sender } from "../../model/types.js";
import { METHOD_UNIONS, type Sent } from "../protocol/unions.js";

/**
 * Names of the base types of messages in the protocol's schemas, in all
 * revisions. `JSONRPCRequest` and `JSONRPCNotification` extend these types.
 */
const BASES = { request: "Request", notification: "Notification" } as const;

/**
 * Returns the messages that an extension adds: types that extend a request or
 * notification of the protocol and have a `method`. Other types with a `method`
 * are not MCP messages and are ignored, for example a message between a web
 * page and its host.
 *
 * @param own Declarations of the extension.
 * @param all Declarations of the extension and of the protocol.
 */
export function extensionMessages(
  own: readonly Declaration[],
  all: Declarations,
): Sent[] {
  return own.flatMap((declaration) => {
    const { kind, name } = declaration;
    if (kind === "constant") return [];
    // Aliases and unions of messages are not messages themselves.
    if (kind === "alias" && declaration.type.kind !== "intersection") return [];
    const bases = getBases(declaration, all);
    const message = (["request", "notification"] as const).find((kind) =>
      bases.has(BASES[kind]),
    );
    const member = message && findMember(all, reference(name), "method");
    const method = member && getLiteral(all, member.type);
    if (!message || typeof method !== "string") return [];
    const sender = getSender(name, message, own, all);
    return [{ declaration, method, kind: message, sender, embedded: false }];
  });
}

/**
 * Returns the sender of a message. An extension can declare the sender by
 * listing the message in a union such as `AcmeServerRequest`. The name of the
 * union must end with the name of the protocol's union, here `ServerRequest`.
 * Without such a union, clients send requests and servers send notifications.
 */
function getSender(
  message: string,
  kind: Method["kind"],
  own: readonly Declaration[],
  all: Declarations,
): Sender {
  const senders = METHOD_UNIONS.filter(
    (union) =>
      union.kind === kind &&
      own.some(
        ({ name }) => name.endsWith(union.name) && holds(name, message, all),
      ),
  ).map(({ sender }) => sender);
  const [first = kind === "request" ? "client" : "server", ...more] = senders;
  return more.some((sender) => sender !== first) ? "either" : first;
}

function holds(union: string, message: string, all: Declarations): boolean {
  if (union === message) return false;
  return getAlternatives(all, reference(union)).some(
    (part) => part.kind === "reference" && part.name === message,
  );
}
