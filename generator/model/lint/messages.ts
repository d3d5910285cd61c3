import { reference } from "../build.js";
import { getFlows } from "../flow.js";
import { declarationsByName } from "../lookup.js";
import { findMember, getMembers } from "../members/members.js";
import { getLiteral, type Declarations } from "../members/resolve.js";
import type { Declaration, ProtocolModel } from "../types.js";
import { namesIn } from "../walk.js";
import { finding, type Finding, type LintCode } from "./findings.js";
import { getBases } from "../members/bases.js";

/** Reports messages, results and methods that do not belong together. */
export function lintMessages(model: ProtocolModel): Finding[] {
  const { declarations: all, methods } = model;
  const declarations = declarationsByName(model);
  const flows = getFlows(model);
  const sent = new Set(methods.map(({ declaration }) => declaration));
  const first = new Map<string, string>();
  return all.flatMap((declaration) => {
    const { name } = declaration;
    const found: Finding[] = [];
    const add = (code: LintCode, message: string): void =>
      void found.push(finding(code, declaration, message));
    const method = getWireMethod(declaration, sent, declarations);
    if (method !== null && !sent.has(name) && !isBase(name, all))
      add("MCP400", `\`${name}\` ("${method}") is in no union of messages`);
    if (method !== null && declaresMethod(declaration)) {
      const other = first.get(method);
      if (other === undefined) first.set(method, name);
      else
        add(
          "MCP402",
          `\`${name}\` and \`${other}\` have the same method "${method}"`,
        );
    }
    const unreached = isResult(declaration, declarations) && !flows.has(name);
    if (unreached && !isBase(name, all))
      add("MCP401", `No request has the result \`${name}\``);
    return found;
  });
}

/** Members of a request or a notification. */
const MEMBERS: readonly string[] = ["jsonrpc", "id", "method", "params"];

/** Base types of all messages, where a schema has them. */
const BASES: readonly string[] = ["Request", "Notification"];

/** Returns the wire method of a declaration that is a message, else null. */
function getWireMethod(
  declaration: Declaration,
  sent: ReadonlySet<string>,
  declarations: Declarations,
): string | null {
  const { kind, name } = declaration;
  if (kind !== "interface") return null;
  const self = reference(name);
  const member = findMember(declarations, self, "method");
  const value = member && getLiteral(declarations, member.type);
  if (typeof value !== "string") return null;
  const bases = [...getBases(declaration, declarations)];
  if (sent.has(name) || bases.some((b) => BASES.includes(b) || sent.has(b)))
    return value;
  // Other messages of an extension are not sent over the protocol's connection.
  if (declaration.extension !== undefined) return null;
  // A `method` member alone does not make a message: an HTTP request has one,
  // too.
  const members = [...(getMembers(declarations, self) ?? new Map()).keys()];
  return members.every((member) => MEMBERS.includes(member)) ? value : null;
}

/**
 * Returns true if the declaration declares the method itself instead of
 * inheriting it.
 */
function declaresMethod(declaration: Declaration): boolean {
  return (
    declaration.kind === "interface" &&
    declaration.members.some(
      (member) => member.kind === "property" && member.name === "method",
    )
  );
}

/**
 * Returns true if another interface extends the type. Such a base needs no
 * other use.
 */
function isBase(name: string, all: readonly Declaration[]): boolean {
  return all.some(
    (declaration) =>
      declaration.kind === "interface" &&
      namesIn(declaration.extends).has(name),
  );
}

/** Unions of all results of a side. They are not results themselves. */
const UNIONS: ReadonlySet<string> = new Set(["ClientResult", "ServerResult"]);

/** Returns true for types that extend `Result`, except `Result` itself. */
function isResult(
  declaration: Declaration,
  declarations: Declarations,
): boolean {
  const { name } = declaration;
  if (UNIONS.has(name) || name === "Result") return false;
  return getBases(declaration, declarations).has("Result");
}
