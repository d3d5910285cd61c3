import { reference } from "../build.js";
import { flowsOf } from "../flow.js";
import { declarationsByName } from "../lookup.js";
import { findMember, membersOf } from "../members/members.js";
import { literalOf, type Declarations } from "../members/resolve.js";
import type { Declaration, ProtocolModel } from "../types.js";
import { namesIn } from "../walk.js";
import { finding, type Finding } from "./findings.js";
import { basesOf } from "../members/bases.js";

/** Messages, results and methods that do not go together. */
export function lintMessages(model: ProtocolModel): Finding[] {
  const declarations = declarationsByName(model);
  const methodOf = methodsOf(model, declarations);
  return [
    ...unsentMessages(model, methodOf),
    ...duplicateMethods(model, methodOf),
    ...unreachedResults(model, declarations),
  ];
}

/** The members of a request or a notification. */
const MEMBERS: ReadonlySet<string> = new Set([
  "jsonrpc",
  "id",
  "method",
  "params",
]);

/** What all messages of a schema extend, where it has these. */
const BASES: readonly string[] = ["Request", "Notification"];

/** Tells the wire method of a declaration that is a message; of others, null. */
function methodsOf(
  { methods }: ProtocolModel,
  declarations: Declarations,
): MethodOf {
  const sent = new Set(methods.map(({ declaration }) => declaration));
  return (declaration) => {
    const { kind, name } = declaration;
    if (kind !== "interface") return null;
    const self = reference(name);
    const member = findMember(declarations, self, "method");
    const value = member && literalOf(declarations, member.type);
    if (typeof value !== "string") return null;
    const bases = [...basesOf(declaration, declarations)];
    if (sent.has(name) || bases.some((b) => BASES.includes(b) || sent.has(b)))
      return value;
    // A `method` alone makes no message: a request of HTTP has one too.
    const members = [...(membersOf(declarations, self) ?? new Map()).keys()];
    return members.every((one) => MEMBERS.has(one)) ? value : null;
  };
}

type MethodOf = (declaration: Declaration) => string | null;

function unsentMessages(
  { declarations: all, methods }: ProtocolModel,
  methodOf: MethodOf,
): Finding[] {
  const sent = new Set(methods.map(({ declaration }) => declaration));
  return all.flatMap((declaration) => {
    const method = methodOf(declaration);
    const { name } = declaration;
    if (method === null || sent.has(name) || isBase(name, all)) return [];
    const message = `\`${name}\` ("${method}") is in no union of messages`;
    return [finding("MCP400", declaration, message)];
  });
}

function duplicateMethods(
  { declarations: all }: ProtocolModel,
  methodOf: MethodOf,
): Finding[] {
  const first = new Map<string, string>();
  return all.flatMap((declaration) => {
    const { kind, name } = declaration;
    const method = methodOf(declaration);
    const own =
      kind === "interface" &&
      declaration.members.some(
        (member) => member.kind === "property" && member.name === "method",
      );
    if (method === null || !own) return [];
    const other = first.get(method);
    if (other === undefined) {
      first.set(method, name);
      return [];
    }
    const message = `\`${name}\` has the method "${method}" of \`${other}\``;
    return [finding("MCP402", declaration, message)];
  });
}

/** True for what another interface extends: it is there for that. */
function isBase(name: string, all: readonly Declaration[]): boolean {
  return all.some(
    (declaration) =>
      declaration.kind === "interface" &&
      namesIn(declaration.extends).has(name),
  );
}

function unreachedResults(
  model: ProtocolModel,
  declarations: Declarations,
): Finding[] {
  const { declarations: all } = model;
  const flows = flowsOf(model);
  return all
    .filter(
      (one) =>
        isResult(one, declarations) &&
        !flows.has(one.name) &&
        !isBase(one.name, all),
    )
    .map((one) =>
      finding("MCP401", one, `No request is answered with \`${one.name}\``),
    );
}

/** All that each side answers: no results of their own. */
const UNIONS: ReadonlySet<string> = new Set(["ClientResult", "ServerResult"]);

/** True for what is, or extends, `Result`, `Result` itself excepted. */
function isResult(
  declaration: Declaration,
  declarations: Declarations,
): boolean {
  const { name } = declaration;
  if (UNIONS.has(name) || name === "Result") return false;
  return basesOf(declaration, declarations).has("Result");
}
