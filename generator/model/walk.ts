import type { Declaration, Member, TypeNode, TypeParameter } from "./types.js";

/** The types directly inside `type`, in source order. */
export function childTypes(type: TypeNode): readonly TypeNode[] {
  switch (type.kind) {
    case "primitive":
    case "literal":
    case "constant":
      return [];
    case "reference":
      return type.arguments;
    case "array":
      return [type.element];
    case "tuple":
      return type.elements.map((element) => element.type);
    case "record":
      return [type.key, type.value];
    case "object":
      return memberTypes(type.members);
    case "union":
    case "intersection":
      return type.types;
    case "omit":
    case "pick":
    case "partial":
    case "required":
    case "readonly":
    case "nonNullable":
    case "keyof":
      return [type.type];
    case "exclude":
      return [type.type, type.excluded];
    case "extract":
      return [type.type, type.extracted];
    case "indexed":
      return [type.object, type.index];
    case "template":
      return type.spans.map((span) => span.type);
    default:
      return unreachable(type);
  }
}

/** The types directly inside a declaration, in source order. */
export function declarationTypes(declaration: Declaration): TypeNode[] {
  switch (declaration.kind) {
    case "constant":
      return [];
    case "alias":
      return [...parameterTypes(declaration.typeParameters), declaration.type];
    case "interface":
      return [
        ...parameterTypes(declaration.typeParameters),
        ...declaration.extends,
        ...memberTypes(declaration.members),
      ];
    default:
      return unreachable(declaration);
  }
}

/** Calls `visit` for `type` and everything inside it, parents first. */
export function walkType(
  type: TypeNode,
  visit: (type: TypeNode) => void,
): void {
  visit(type);
  for (const child of childTypes(type)) walkType(child, visit);
}

/** The members inside a type itself, not those of what it refers to. */
function memberTypes(members: readonly Member[]): TypeNode[] {
  return members.flatMap((member) =>
    member.kind === "index" ? [member.key, member.type] : [member.type],
  );
}

function parameterTypes(parameters: readonly TypeParameter[]): TypeNode[] {
  return parameters.flatMap((p) =>
    [p.constraint, p.default].filter((type) => type !== null),
  );
}

/** Ends an exhaustive switch: a new kind that it misses does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
