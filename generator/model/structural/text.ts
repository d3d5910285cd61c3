import { typeText } from "../type-text.js";
import type {
  Declaration,
  InterfaceDeclaration,
  TypeParameter,
} from "../types.js";
import { unreachable } from "../walk.js";

/** A declaration's head on one line; an alias and a constant whole. */
export function declarationText(declaration: Declaration): string {
  const { name, exported } = declaration;
  const head = exported ? "export " : "";
  switch (declaration.kind) {
    case "constant":
      return `${head}const ${name} = ${JSON.stringify(declaration.value)}`;
    case "alias":
      return `${head}type ${name}${parametersText(declaration.typeParameters)} = ${typeText(declaration.type)}`;
    case "interface": {
      const bases = extendsText(declaration);
      const parameters = parametersText(declaration.typeParameters);
      return `${head}interface ${name}${parameters}${bases === "" ? "" : ` ${bases}`}`;
    }
    default:
      return unreachable(declaration);
  }
}

/** `extends A, B`, or nothing. */
export function extendsText({ extends: bases }: InterfaceDeclaration): string {
  return bases.length === 0 ? "" : `extends ${bases.map(typeText).join(", ")}`;
}

/** `<T extends object = {}>`, or nothing. */
export function parametersText(parameters: readonly TypeParameter[]): string {
  if (parameters.length === 0) return "";
  const texts = parameters.map(
    ({ name, constraint, default: fallback }) =>
      name +
      (constraint ? ` extends ${typeText(constraint)}` : "") +
      (fallback ? ` = ${typeText(fallback)}` : ""),
  );
  return `<${texts.join(", ")}>`;
}
