import { findMember, literalOf } from "../model/resolve.js";
import type { Declarations, FoundMember } from "../model/resolve.js";
import type { Declaration, Method, Sender, TypeNode } from "../model/types.js";
import { capabilityOf } from "./capabilities.js";
import type { Reporter } from "./reporter.js";
import { resultOf } from "./results.js";
import { UNREADABLE } from "./types.js";

interface MethodUnion {
  readonly name: string;
  readonly kind: Method["kind"];
  readonly sender: Exclude<Sender, "either">;
  readonly embedded: boolean;
}

/**
 * The unions that say which messages there are. Literals of `method` do not:
 * 2026-07-28 keeps those of requests that no longer travel by themselves.
 */
export const METHOD_UNIONS: readonly MethodUnion[] = [
  { name: "ClientRequest", kind: "request", sender: "client", embedded: false },
  { name: "ServerRequest", kind: "request", sender: "server", embedded: false },
  {
    name: "ClientNotification",
    kind: "notification",
    sender: "client",
    embedded: false,
  },
  {
    name: "ServerNotification",
    kind: "notification",
    sender: "server",
    embedded: false,
  },
  // What a server asks for inside a result, and a client answers in a retry.
  { name: "InputRequest", kind: "request", sender: "server", embedded: true },
];

/** A message as its declaration has it. */
interface Message {
  readonly declaration: Declaration;
  readonly method: string;
}

/** All methods in the order of the unions that hold them. */
export function readMethods(
  declarations: Declarations,
  reporter: Reporter,
): Method[] {
  if (!declarations.has("ClientRequest"))
    reporter.error("MCP104", null, "There is no type `ClientRequest`");

  const methods = new Map<string, Method>();
  for (const union of METHOD_UNIONS) {
    for (const message of unionMessages(union.name, declarations, reporter)) {
      const { declaration } = message;
      const key = `${declaration.name} ${union.embedded}`;
      const known = methods.get(key);
      // One declaration in the unions of both sides is one entry.
      const sender =
        known && known.sender !== union.sender ? "either" : union.sender;
      methods.set(key, readMethod(message, { ...union, sender }, declarations));
    }
  }
  return [...methods.values()];

  function readMethod(
    { declaration, method }: Message,
    {
      kind,
      sender,
      embedded,
    }: Omit<MethodUnion, "sender"> & { sender: Sender },
    all: Declarations,
  ): Method {
    const type = referenceTo(declaration);
    const params = findMember(all, type, "params");
    const results =
      kind === "request"
        ? resultOf(declaration, params?.type ?? null, all, reporter)
        : { result: null, taskResult: null, inputRequired: false };
    return {
      method,
      kind,
      sender,
      embedded,
      declaration: declaration.name,
      params: params?.type ?? null,
      paramsOptional: params?.optional ?? true,
      ...results,
      capability: capabilityOf(
        { method, kind, sender, declaration },
        all,
        reporter,
      ),
      since: null,
      deprecated: declaration.doc.deprecated,
    };
  }
}

/** The messages of a union; a missing union has none. */
function unionMessages(
  unionName: string,
  declarations: Declarations,
  reporter: Reporter,
): Message[] {
  const union = declarations.get(unionName);
  if (!union) return [];
  const messages = new Map<string, Message>();
  for (const part of unionParts(union, declarations)) {
    if (part === UNREADABLE) continue;
    const declaration =
      part.kind === "reference" ? declarations.get(part.name) : undefined;
    const member = declaration && findMember(declarations, part, "method");
    const method = member && literalOf(declarations, member.type);
    if (!declaration || typeof method !== "string") {
      if (!isUnreadable(member))
        reporter.error(
          "MCP151",
          declaration?.position ?? union.position,
          `\`${unionName}\` holds ${describe(part)}, which has no \`method\` that is a text literal`,
        );
      continue;
    }
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

function isUnreadable(member: FoundMember | null | undefined): boolean {
  return member?.type === UNREADABLE;
}

/** The messages of a union of unions; an alias of one message is that one. */
function unionParts(
  union: Declaration,
  declarations: Declarations,
): readonly TypeNode[] {
  const seen = new Set<string>();
  const parts = new Map<string, TypeNode>();
  const pending: TypeNode[] = [referenceTo(union)];
  for (let type = pending.shift(); type; type = pending.shift()) {
    if (type.kind === "union") pending.unshift(...type.types);
    else if (type.kind === "primitive" && type.name === "never") {
      if (type === UNREADABLE) parts.set("", type);
    } else if (type.kind !== "reference") parts.set(type.kind, type);
    else {
      const found = declarations.get(type.name);
      const inner = found?.kind === "alias" ? found.type : null;
      if (
        inner &&
        (inner.kind === "union" || inner.kind === "reference" || isNever(inner))
      ) {
        if (!seen.has(type.name)) pending.unshift(inner);
        seen.add(type.name);
      } else parts.set(`reference ${type.name}`, type);
    }
  }
  return [...parts.values()];
}

function isNever(type: TypeNode): boolean {
  return type.kind === "primitive" && type.name === "never";
}

function referenceTo({ name }: Declaration): TypeNode {
  return { kind: "reference", name, arguments: [] };
}

function describe(type: TypeNode): string {
  return type.kind === "reference"
    ? `\`${type.name}\``
    : `an unnamed ${type.kind}`;
}
