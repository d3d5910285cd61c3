import { literalOf, resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import type {
  IndexMember,
  InterfaceDeclaration,
  Member,
  TypeNode,
} from "../model/types.js";
import { declarationTypes, walkType } from "../model/walk.js";
import type { Reporter } from "./reporter.js";
import { UNREADABLE } from "./constructs.js";

/** Checks what only the whole file shows; circles have been ruled out. */
export function checkDeclarations(
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const declaration of declarations.values()) {
    if (declaration.kind === "interface") {
      checkBases(declaration, declarations, reporter);
      checkIndexes(declaration.members, declarations, reporter);
    }
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => {
        if (inner.kind === "object")
          checkIndexes(inner.members, declarations, reporter);
      });
  }
}

function checkBases(
  { name, position, extends: bases }: InterfaceDeclaration,
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const base of bases) {
    if (base === UNREADABLE || isObject(base, declarations)) continue;
    const what = base.kind === "reference" ? `\`${base.name}\`` : base.kind;
    reporter.error(
      "MCP131",
      position,
      `\`${name}\` extends ${what}, which is not an object type`,
    );
  }
}

/** True for a type whose members are known without looking at a value. */
function isObject(type: TypeNode, declarations: Declarations): boolean {
  const inner = resolveAlias(declarations, type);
  switch (inner.kind) {
    case "reference":
      return declarations.get(inner.name)?.kind === "interface";
    case "object":
    case "record":
      return true;
    case "intersection":
      return inner.types.every((part) => isObject(part, declarations));
    case "omit":
    case "pick":
    case "partial":
    case "required":
    case "readonly":
    case "nonNullable":
      return isObject(inner.type, declarations);
    // `Request["params"]` is what the member has, which may well be an object.
    case "indexed":
      return true;
    default:
      return false;
  }
}

function checkIndexes(
  members: readonly Member[],
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const member of members)
    if (member.kind === "index" && !isKey(member, declarations))
      reporter.error(
        "MCP114",
        member.position,
        `The key \`${member.parameter}\` of the index signature is neither text nor number`,
      );
}

function isKey({ key }: IndexMember, declarations: Declarations): boolean {
  const type = resolveAlias(declarations, key);
  if (type === UNREADABLE || type.kind === "template") return true;
  if (literalOf(declarations, type) !== undefined) return false;
  return (
    type.kind === "primitive" &&
    (type.name === "string" || type.name === "number")
  );
}
