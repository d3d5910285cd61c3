import { findMember, literalOf, resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type { IndexedType, Position, TypeNode } from "../model/types.js";
import { childTypes, declarationTypes, walkType } from "../model/walk.js";
import type { Reporter } from "./reporter.js";

/**
 * Reports members that are defined by themselves alone, as in
 * `interface X { a: X["a"] }`; circles of names have been ruled out.
 *
 * @returns whether members can be resolved without losing one's way.
 */
export function checkMemberCycles(
  declarations: Declarations,
  reporter: Reporter,
): boolean {
  let sound = true;
  const done = new Set<string>();
  const path: string[] = [];

  function visit(type: IndexedType, position: Position): void {
    const text = typeText(type);
    if (path.includes(text)) {
      const circle = [...path.slice(path.indexOf(text)), text];
      const steps = circle.map((step) => `\`${step}\``).join(" -> ");
      reporter.error("MCP130", position, `Circular definition: ${steps}`);
      sound = false;
    } else if (!done.has(text)) {
      done.add(text);
      path.push(text);
      const key = literalOf(declarations, type.index);
      const member =
        key === undefined
          ? null
          : findMember(declarations, type.object, String(key));
      for (const needed of [type.object, ...(member ? [member.type] : [])])
        neededMembers(needed, declarations).forEach((inner) =>
          visit(inner, position),
        );
      path.pop();
    }
  }

  for (const declaration of declarations.values())
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => {
        if (inner.kind === "indexed") visit(inner, declaration.position);
      });
  return sound;
}

/** Members that have to be known before a type has members or values. */
function neededMembers(
  type: TypeNode,
  declarations: Declarations,
): readonly IndexedType[] {
  const inner = resolveAlias(declarations, type);
  const all = (types: readonly TypeNode[]): readonly IndexedType[] =>
    types.flatMap((one) => neededMembers(one, declarations));
  switch (inner.kind) {
    case "indexed":
      return [inner];
    case "reference":
    case "array":
    case "object":
      return [];
    case "tuple":
      return all(inner.elements.filter((e) => e.rest).map((e) => e.type));
    case "record":
      return all([inner.key]);
    default:
      return all(childTypes(inner));
  }
}
