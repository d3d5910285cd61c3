import { reference } from "../build.js";
import { getFlows } from "../flow.js";
import { declarationsByName } from "../lookup.js";
import { findMember, getMembers } from "../members/members.js";
import { getLiteral, type Declarations } from "../members/resolve.js";
import type { Declaration, ProtocolModel } from "../types.js";
import { namesIn } from "../walk.js";
import { finding, type Finding, type LintCode } from "./findings.js";
import { getBases } from "../members/bases.js";

/**
 * Reports messages that no union lists, results that belong to no request, and
 * methods that two messages share.
 */
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
      add(
        "MCP400",
        `\`${name}\` ("${method}") is not a member of a message union such as \`ClientRequest\``,
      );
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

/** Members that a request or a notification can have. */
const MEMBERS: readonly string[] = ["jsonrpc", "id", "method", "params"];

/**
 * Names of the base types that messages extend. Older schemas do not declare
 * all of them.
 */
const BASES: readonly string[] = ["Request", "Notification"];

/**
 * Returns the method name of a declaration if the declaration is a message.
 * Returns null otherwise.
 */
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
  // An extension may also declare messages that are not sent over the MCP
  // connection. They need not extend the base types, and are not checked.
  if (declaration.extension !== undefined) return null;
  // A type with a `method` member is not always a message: an HTTP request has
  // a method, too. The type counts as a message only if all its members can
  // occur in a message.
  const members = [...(getMembers(declarations, self) ?? new Map()).keys()];
  return members.every((member) => MEMBERS.includes(member)) ? value : null;
}

/**
 * Returns true if the declaration itself declares the `method` member. Returns
 * false if the member is inherited.
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
 * Returns true if another interface extends the type. Such a base type is not
 * reported, even if no union or request uses it.
 */
function isBase(name: string, all: readonly Declaration[]): boolean {
  return all.some(
    (declaration) =>
      declaration.kind === "interface" &&
      namesIn(declaration.extends).has(name),
  );
}

/**
 * Unions of all results that one side can send. The unions are not results
 * themselves, so they are skipped.
 */
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
