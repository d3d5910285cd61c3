import { resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type { Declaration, TypeNode } from "../model/types.js";
import { declarationTypes, walkType } from "../model/walk.js";
import type { Reporter } from "./reporter.js";

/** Reports operands that TypeScript takes and the model does not. */
export function checkDeclarations(
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const declaration of declarations.values()) {
    if (declaration.kind === "interface")
      for (const base of declaration.extends)
        if (!isObject(base))
          reporter.error(
            "MCP131",
            declaration.position,
            `\`${declaration.name}\` extends \`${typeText(base)}\`, which is not an object type`,
          );
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => checkOperands(inner, declaration));
  }

  function checkOperands(
    type: TypeNode,
    { name, position }: Declaration,
  ): void {
    switch (type.kind) {
      case "intersection":
        if (!type.types.every((part) => isObject(part, true)))
          reporter.error(
            "MCP111",
            position,
            `\`${name}\` intersects what is not an object: ${typeText(type)}`,
          );
        break;
      case "omit":
      case "partial":
        if (!isObject(type.type))
          reporter.error(
            "MCP111",
            position,
            `\`${name}\` takes \`${typeText(type.type)}\` where an object is needed: ${typeText(type)}`,
          );
        break;
      case "record":
        if (!isKey(type.key))
          reporter.error(
            "MCP114",
            position,
            `The keys of a \`Record\` in \`${name}\` are not strings: ${typeText(type)}`,
          );
        break;
      default:
    }
  }

  /** True for a type whose members are known without looking at a value. */
  function isObject(type: TypeNode, union = false): boolean {
    const inner = resolveAlias(declarations, type);
    switch (inner.kind) {
      case "reference":
      case "object":
      case "record":
      case "omit":
      case "partial":
        return true;
      case "intersection":
        return inner.types.every((part) => isObject(part, union));
      case "union":
        return union && inner.types.every((part) => isObject(part, true));
      default:
        return false;
    }
  }

  /** `string`, `"name"`, or a union of those. */
  function isKey(type: TypeNode): boolean {
    const inner = resolveAlias(declarations, type);
    return (
      (inner.kind === "primitive" && inner.name === "string") ||
      (inner.kind === "literal" && typeof inner.value === "string") ||
      (inner.kind === "union" && inner.types.every(isKey))
    );
  }
}
