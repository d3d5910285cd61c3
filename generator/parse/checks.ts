import { createAssignable } from "../model/assignable/assignable.js";
import { isPrimitive } from "../model/plain-types.js";
import { bind, resolveAlias, substitute } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type {
  Declaration,
  InterfaceDeclaration,
  Member,
  ReferenceType,
  TypeNode,
} from "../model/types.js";
import { declarationTypes, walkType } from "../model/walk.js";
import { checkBasesAgree, checkIndexed, indexesOf } from "./agreement.js";
import { UNREADABLE } from "./constructs.js";
import { checkIndexes, isRecordKey } from "./keys.js";
import { missingMembers } from "./missing-members.js";
import { faultOfOperand } from "./operands.js";
import { checkOverrides } from "./overrides.js";
import type { Reporter } from "./reporter.js";
import { faultOfTuple } from "./tuples.js";
import { referenceTo } from "./unions.js";

/** Checks what only the whole file shows; circles have been ruled out. */
export function checkDeclarations(
  declarations: Declarations,
  reporter: Reporter,
): void {
  const assignable = createAssignable(declarations, UNREADABLE);
  for (const declaration of declarations.values()) {
    const { position } = declaration;
    if (declaration.kind === "interface") {
      checkBases(declaration, declarations, reporter);
      checkOverrides(declaration, declarations, reporter, assignable);
      checkIndexes(declaration.members, declarations, reporter);
      checkBasesAgree(declaration, declarations, reporter, assignable);
      if (declaration.typeParameters.length === 0)
        checkMembers(
          declaration,
          referenceTo(declaration),
          declaration.members,
        );
    }
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => {
        if (inner.kind === "object") {
          checkIndexes(inner.members, declarations, reporter);
          checkMembers(declaration, inner, inner.members);
        }
        const fault =
          inner.kind === "tuple" ? faultOfTuple(inner, declarations) : null;
        if (fault !== null)
          reporter.error(
            "MCP111",
            position,
            `\`${declaration.name}\` has a tuple ${fault}: ${typeText(inner)}`,
          );
        const wrong = faultOfOperand(inner, declarations);
        if (wrong !== null)
          reporter.error(
            "MCP111",
            position,
            `\`${declaration.name}\` ${wrong}: ${typeText(inner)}`,
          );
        if (inner.kind === "reference") checkArguments(declaration, inner);
        if (inner.kind === "record" && !isRecordKey(inner.key, declarations))
          reporter.error(
            "MCP114",
            position,
            `The keys of a \`Record\` in \`${declaration.name}\` are no text`,
          );
        for (const key of missingMembers(inner, declarations))
          reporter.error(
            "MCP132",
            position,
            `\`${declaration.name}\` uses the member \`${key}\`, which the type does not have`,
          );
      });
  }

  function checkMembers(
    { name, position }: Declaration,
    type: TypeNode,
    own: readonly Member[],
  ): void {
    const indexes = indexesOf(type, declarations).filter(
      (index) =>
        !isPrimitive(index.type, "unknown") && !isPrimitive(index.type, "any"),
    );
    if (indexes.length === 0) return;
    const written = { name, position, type, own, indexes };
    checkIndexed(written, declarations, reporter, assignable);
  }

  function checkArguments(
    { name: owner, position }: Declaration,
    { name, arguments: given }: ReferenceType,
  ): void {
    const found = declarations.get(name);
    if (!found || found.kind === "constant") return;
    const bindings = bind(found.typeParameters, given);
    for (const [
      at,
      { name: parameter, constraint },
    ] of found.typeParameters.entries()) {
      const argument = given[at];
      if (!argument || !constraint) continue;
      const wanted = substitute(constraint, bindings);
      if (assignable(argument, wanted) === false)
        reporter.error(
          "MCP128",
          position,
          `\`${owner}\` gives \`${name}\` the argument \`${typeText(argument)}\`, but \`${parameter}\` extends \`${typeText(wanted)}\``,
        );
    }
  }
}

function checkBases(
  { name, position, extends: bases }: InterfaceDeclaration,
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const base of bases) {
    if (base === UNREADABLE || isObject(base, declarations)) continue;
    reporter.error(
      "MCP131",
      position,
      `\`${name}\` extends \`${typeText(base)}\`, which is not an object type`,
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
    // Of a union they are made of what its members have in common.
    case "omit":
    case "pick":
      return membersOfUnion(inner.type, declarations).every((part) =>
        isObject(part, declarations),
      );
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

function membersOfUnion(
  type: TypeNode,
  declarations: Declarations,
): readonly TypeNode[] {
  const inner = resolveAlias(declarations, type);
  return inner.kind === "union"
    ? inner.types.flatMap((part) => membersOfUnion(part, declarations))
    : [inner];
}
