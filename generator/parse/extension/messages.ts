/** The messages of an extension, told from their types. */
import { basesOf } from "../../model/members/bases.js";
import { findMember } from "../../model/members/members.js";
import { reference } from "../../model/build.js";
import {
  alternativesOf,
  literalOf,
  type Declarations,
} from "../../model/members/resolve.js";
import type { Declaration, Method, Sender } from "../../model/types.js";
import { METHOD_UNIONS, type Sent } from "../protocol/unions.js";

/** What the protocol's messages extend, in all revisions. */
const BASES: Readonly<Record<Method["kind"], readonly string[]>> = {
  request: ["JSONRPCRequest", "Request"],
  notification: ["JSONRPCNotification", "Notification"],
};

/**
 * The messages that an extension adds: what extends a request or a notification of
 * the protocol, and has a method. What only looks like one travels elsewhere, such
 * as between a page and the program that shows it.
 *
 * @param own The declarations of the extension.
 * @param all Those and the protocol's.
 */
export function extensionMessages(
  own: readonly Declaration[],
  all: Declarations,
): Sent[] {
  return own.flatMap((declaration) => {
    const { kind, name } = declaration;
    if (kind === "constant") return [];
    // Another name of a message, or a union of several, is none.
    if (kind === "alias" && declaration.type.kind !== "intersection") return [];
    const bases = basesOf(declaration, all);
    const message = (["request", "notification"] as const).find((one) =>
      BASES[one].some((base) => bases.has(base)),
    );
    const member = message && findMember(all, reference(name), "method");
    const method = member && literalOf(all, member.type);
    if (!message || typeof method !== "string") return [];
    const sender = senderOf(name, message, own, all);
    return [{ declaration, method, kind: message, sender, embedded: false }];
  });
}

/**
 * Who sends a message: as a union of the extension says whose name ends as that of
 * the protocol's own (`AcmeServerRequest`); else clients ask, and servers notify.
 */
function senderOf(
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
  return more.some((one) => one !== first) ? "either" : first;
}

function holds(union: string, message: string, all: Declarations): boolean {
  if (union === message) return false;
  return alternativesOf(all, reference(union)).some(
    (part) => part.kind === "reference" && part.name === message,
  );
}
