import { structureText } from "../../model/identity/canonical.js";
import type {
  Declaration,
  Doc,
  InterfaceDeclaration,
  Member,
} from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * Merges interfaces with the same name, as TypeScript does. The merged
 * interface has the position of the first one. TypeScript accepts a constant
 * and a type with the same name, but the model does not, so this function
 * reports them. TypeScript reports all other duplicates.
 */
export function mergeDeclarations(
  declarations: readonly Declaration[],
  reporter: Reporter,
): Declaration[] {
  const merged = new Map<string, Declaration>();
  for (const declaration of declarations) {
    const { kind, name, position } = declaration;
    const first = merged.get(name);
    if (!first) merged.set(name, declaration);
    else if (first.kind === "interface" && kind === "interface")
      merged.set(name, mergeInterfaces(first, declaration));
    else if ((first.kind === "constant") !== (kind === "constant"))
      reporter.error(
        "MCP124",
        position,
        `${kind} \`${name}\` is already declared as ${first.kind} at ${reporter.place(first.position)}`,
      );
  }
  return [...merged.values()];
}

function mergeInterfaces(
  a: InterfaceDeclaration,
  b: InterfaceDeclaration,
): InterfaceDeclaration {
  const bases = new Set(a.extends.map(structureText));
  const members = new Map(
    a.members.map((member) => [getMemberKey(member), member]),
  );
  for (const member of b.members) {
    const first = members.get(getMemberKey(member));
    const doc = first ? mergeDocs(first.doc, member.doc) : member.doc;
    members.set(getMemberKey(member), { ...(first ?? member), doc });
  }
  return {
    ...a,
    doc: mergeDocs(a.doc, b.doc),
    extends: [
      ...a.extends,
      ...b.extends.filter((base) => !bases.has(structureText(base))),
    ],
    members: [...members.values()],
  };
}

function getMemberKey(member: Member): string {
  return member.kind === "property" ? `.${member.name}` : "[]";
}

function mergeDocs(a: Doc, b: Doc): Doc {
  return {
    text: [a.text, b.text].filter(Boolean).join("\n\n"),
    tags: [...a.tags, ...b.tags],
    deprecated: a.deprecated ?? b.deprecated,
    // Declarations are merged before `since` is set.
    since: null,
  };
}
