/**
 * Converts a resolved model (the JSON output of `mcp-codegen model --resolved`)
 * to TypeScript declarations.
 */
import type {
  Member,
  PrintedModel,
  TypeNode,
} from "../../../generator/model/types.js";

/** Returns the exported declarations of a resolved model as TypeScript. */
export function rebuildTypes({ declarations }: PrintedModel): string {
  return declarations
    .map((declaration) => {
      const { kind, name, exported } = declaration;
      const head = `${exported ? "export " : ""}`;
      if (kind === "constant")
        return `${head}const ${name} = ${JSON.stringify(declaration.value)};`;
      return kind === "alias"
        ? `${head}type ${name} = ${rebuild(declaration.type)};`
        : `${head}interface ${name} {${rebuildMembers(declaration.members)}}`;
    })
    .join("\n");
}

function rebuild(type: TypeNode): string {
  switch (type.kind) {
    case "primitive":
    case "reference":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "array":
      return `(${rebuild(type.element)})[]`;
    case "object":
      return `{${rebuildMembers(type.members)}}`;
    case "union":
      return type.types.map((part) => `(${rebuild(part)})`).join(" | ");
    default:
      throw new Error(`A resolved model has no type of the kind ${type.kind}`);
  }
}

function rebuildMembers(members: readonly Member[]): string {
  return members
    .map((member) => {
      const key =
        member.kind === "index"
          ? "[key: string]"
          : `${JSON.stringify(member.name)}${member.optional ? "?" : ""}`;
      return `${key}: ${rebuild(member.type)};`;
    })
    .join(" ");
}
