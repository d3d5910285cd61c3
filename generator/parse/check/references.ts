import { constrained } from "../../model/members/constraints.js";
import { getMembers } from "../../model/members/members.js";
import {
  resolveAlias,
  type Declarations,
} from "../../model/members/resolve.js";
import { typeText } from "../../model/type-text.js";
import type { Declaration, TypeNode } from "../../model/types.js";
import { declarationTypes, walkType } from "../../model/walk.js";
import type { Reporter } from "../reporter.js";

/**
 * Reports base types, and operands of `Pick`, `&` and similar types, that
 * TypeScript accepts but the model does not support.
 *
 * @param own Declarations to check. All other declarations are already known to
 *   be valid.
 */
export function checkDeclarations(
  declarations: Declarations,
  reporter: Reporter,
  own: Iterable<Declaration> = declarations.values(),
): void {
  for (const declaration of own) {
    const { kind, name, position } = declaration;
    for (const base of kind === "interface" ? declaration.extends : [])
      if (!isObject(base))
        reporter.error(
          "MCP131",
          position,
          `\`${name}\` extends \`${typeText(base)}\`, which is not an object type`,
        );
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => {
        if (inner.kind === "record" && !isKey(inner.key))
          reporter.error(
            "MCP114",
            position,
            `The keys of a \`Record\` in \`${name}\` are not strings: ${typeText(inner)}`,
          );
        else if (!takesObjects(inner))
          reporter.error(
            "MCP111",
            position,
            `\`${name}\` uses \`${typeText(inner)}\`, which needs object types`,
          );
      });
  }

  function takesObjects(type: TypeNode): boolean {
    if (type.kind === "intersection")
      return (
        constrained(declarations, type) !== null ||
        type.types.every(isObjectUnion)
      );
    if (type.kind !== "omit" && type.kind !== "partial") return true;
    return isObject(type.type);
  }

  function isObject(type: TypeNode): boolean {
    return getMembers(declarations, type) !== null;
  }

  /** Returns true for an object type, or a union of object types. */
  function isObjectUnion(type: TypeNode): boolean {
    const inner = resolveAlias(declarations, type);
    return inner.kind === "union" || inner.kind === "intersection"
      ? inner.types.every(isObjectUnion)
      : isObject(inner);
  }

  /**
   * Returns true for the type `string`, a string literal such as `"name"`, or a
   * union of strings.
   */
  function isKey(type: TypeNode): boolean {
    const inner = resolveAlias(declarations, type);
    return (
      (inner.kind === "primitive" && inner.name === "string") ||
      (inner.kind === "literal" && typeof inner.value === "string") ||
      (inner.kind === "union" && inner.types.every(isKey))
    );
  }
}
