/**
 * Describes the exported declarations of a TypeScript module as TypeScript's
 * type checker sees them: members, optionality, types and literal values. Two
 * types have the same description if one contains `any` where the other
 * contains `unknown`, or `object` where the other contains `{}`. A member that
 * may be undefined is described as optional.
 */
import { Project, SymbolFlags, type Symbol, type Type } from "ts-morph";

/**
 * TypeScript project that all calls share, so that its library is parsed only
 * once.
 */
const project = new Project({
  useInMemoryFileSystem: true,
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    lib: ["lib.es2022.d.ts"],
  },
});

/** Returns a description of each exported declaration, by name. */
export function describeTypes(text: string): ReadonlyMap<string, string> {
  const file = project.createSourceFile("types.ts", text, { overwrite: true });
  const found = new Map<string, string>();
  for (const symbol of file.getSymbolOrThrow().getExports()) {
    const type = symbol.hasFlags(SymbolFlags.Variable)
      ? symbol.getValueDeclarationOrThrow().getType()
      : symbol.getDeclaredType();
    found.set(symbol.getName(), describe(type, []));
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));

  /**
   * Returns a text that describes a type. Equal types have the same text.
   *
   * @param above Types that contain the type. A type inside itself is described
   *   by its distance to the outer occurrence.
   */
  function describe(type: Type, above: readonly Type[]): string {
    const outer = above.indexOf(type);
    if (outer >= 0) return `^${above.length - outer}`;
    const inside = [...above, type];
    if (type.isUnion()) {
      const parts = type
        .getUnionTypes()
        .filter((part) => !part.isUndefined() && !isImpossible(part))
        .map((part) => describe(part, above));
      return [...new Set(parts)].sort().join(" | ");
    }
    if (type.isAny()) return "unknown";
    if (type.getText() === "object") return "{  }";
    const element = type.getArrayElementType();
    if (element) return `(${describe(element, inside)})[]`;
    const symbol = type.getSymbol();
    if (above.length > 0 && type.isInterface() && symbol)
      return symbol.getName();
    if (!type.isObject() && !type.isIntersection()) return type.getText();
    const index = type.getStringIndexType();
    const members = type.getProperties().map((member) => {
      const own = typeOf(member);
      const optional = member.isOptional() || admitsUndefined(own) ? "?" : "";
      return `${member.getName()}${optional}: ${describe(own, inside)}`;
    });
    if (index) members.push(`[string]: ${describe(index, inside)}`);
    return `{ ${members.sort().join("; ")} }`;
  }

  /** Returns whether no value matches an object type. */
  function isImpossible(type: Type): boolean {
    return (
      type.isObject() &&
      type
        .getProperties()
        .some((member) => !member.isOptional() && typeOf(member).isNever())
    );
  }

  function admitsUndefined(type: Type): boolean {
    return type.isUnion() && type.getUnionTypes().some((t) => t.isUndefined());
  }

  function typeOf(symbol: Symbol): Type {
    return symbol.getTypeAtLocation(file);
  }
}
