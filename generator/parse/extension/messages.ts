/**
 * Reads the messages in an extension's schema, which are found by their base
 * types.
 */
import { getBases } from "../../model/members/bases.js";
import { findMember } from "../../model/members/members.js";
import { intersectionType, reference } from "../../model/build.js";
import { getOwnerName } from "../../model/lookup.js";
import {
  getAlternatives,
  getLiteral,
  isAny,
  type Declarations,
} from "../../model/members/resolve.js";
import type {
  Declaration,
  Method,
  ProtocolModel,
  Sender,
  TypeNode,
} from "../../model/types.js";
import { readMethod } from "../protocol/methods.js";
import type { Reporter } from "../reporter.js";
import { METHOD_UNIONS, type Sent } from "../protocol/unions.js";

/**
 * Names of the base types of messages in the protocol's schemas, in all
 * revisions. `JSONRPCRequest` and `JSONRPCNotification` extend these types.
 */
const BASES = { request: "Request", notification: "Notification" } as const;

/**
 * Returns the methods that an extension adds.
 *
 * @param own Declarations of the extension.
 * @param all Declarations of the extension and of the protocol.
 * @param model Model without the extension.
 */
export function readMessages(
  own: readonly Declaration[],
  all: Declarations,
  model: ProtocolModel,
  reporter: Reporter,
): Method[] {
  const taken = new Map(model.methods.map((method) => [method.method, method]));
  return findMessages(own, all).map((sent) => {
    const { method, declaration } = sent;
    const first = taken.get(method);
    if (first)
      reporter.error(
        "MCP163",
        declaration.position,
        `\`${declaration.name}\` has the method "${method}", which \`${first.declaration}\` of ${getOwnerName(model, first)} already uses`,
      );
    const { extension = "" } = declaration;
    const read = readMethod(sent, all, { revision: null, reporter });
    const params = read.params && withoutAny(read.params);
    const added = { ...read, params, extension };
    taken.set(method, added);
    return added;
  });
}

/**
 * Removes the index signature `{ [key: string]: any }`, which the params of a
 * message inherit from their base type. In an intersection with this index
 * signature, a member of type `string` would have the type `any & string`,
 * which is `any`.
 */
function withoutAny(params: TypeNode): TypeNode {
  if (params.kind !== "intersection") return params;
  const said = params.types.filter(
    (type) =>
      type.kind !== "object" ||
      !type.members.every(
        (member) => member.kind === "index" && isAny(member.type),
      ),
  );
  return said.length === 0 ? params : intersectionType(said);
}

/**
 * Returns the types of an extension that extend a request or notification of
 * the protocol and have a `method`. Other types with a `method` are not MCP
 * messages and are ignored, for example a message between a web page and its
 * host.
 */
function findMessages(own: readonly Declaration[], all: Declarations): Sent[] {
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
