import { structureText } from "../model/canonical.js";
import { reference } from "../model/build.js";
import { findMember, type EffectiveMember } from "../model/members.js";
import { literalOf, type Declarations } from "../model/resolve.js";
import type { Declaration, Method, Sender, TypeNode } from "../model/types.js";
import { UNREADABLE } from "./constructs.js";
import type { Reporter } from "./reporter.js";

/** One of the unions, and what being in it says of a message. */
export interface MethodUnion {
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
export interface Message {
  readonly declaration: Declaration;
  readonly method: string;
}

/** The messages of a union; a missing union has none. */
export function unionMessages(
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

function isUnreadable(member: EffectiveMember | null | undefined): boolean {
  return member?.type === UNREADABLE;
}

/** The messages of a union of unions; an alias of one message is that one. */
function unionParts(
  union: Declaration,
  declarations: Declarations,
): readonly TypeNode[] {
  const seen = new Set<string>();
  const parts = new Map<string, TypeNode>();
  collect(referenceTo(union));
  return [...parts.values()];

  function collect(type: TypeNode): void {
    if (type.kind === "union") type.types.forEach(collect);
    else if (type.kind === "primitive" && type.name === "never") {
      if (type === UNREADABLE) parts.set("", type);
    } else {
      const inner = transparent(type, declarations);
      if (inner && type.kind === "reference") {
        if (!seen.has(type.name)) collect(inner);
        seen.add(type.name);
      } else parts.set(structureText(type), type);
    }
  }
}

/** What a plain alias of other messages stands for; null for a message. */
function transparent(
  type: TypeNode,
  declarations: Declarations,
): TypeNode | null {
  if (type.kind !== "reference") return null;
  const found = declarations.get(type.name);
  if (found?.kind !== "alias") return null;
  const inner = found.type;
  // `type ListRequest = Paged<"list">` is a message, and its only name.
  const named = inner.kind === "reference";
  return inner.kind === "union" || named || isNever(inner) ? inner : null;
}

function isNever(type: TypeNode): boolean {
  return type.kind === "primitive" && type.name === "never";
}

/** A type that names a declaration. */
export function referenceTo({ name }: { readonly name: string }): TypeNode {
  return reference(name);
}

function describe(type: TypeNode): string {
  return type.kind === "reference"
    ? `\`${type.name}\``
    : `an unnamed ${type.kind}`;
}
