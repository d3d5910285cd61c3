import { sameStructure, structureText } from "../model/canonical.js";
import type {
  Declaration,
  Doc,
  InterfaceDeclaration,
  Member,
} from "../model/types.js";
import { NO_DOC } from "./docs.js";
import type { Reporter } from "./reporter.js";

/**
 * One entry a name, at its first place. Interfaces of one name merge as in
 * TypeScript; everything else that shares a name is reported.
 */
export function mergeDeclarations(
  declarations: readonly Declaration[],
  reporter: Reporter,
): Declaration[] {
  const merged = new Map<string, Declaration>();
  for (const declaration of declarations) {
    const { name } = declaration;
    const first = merged.get(name);
    if (!first) merged.set(name, declaration);
    else if (
      first.kind === "interface" &&
      declaration.kind === "interface" &&
      mergeable(first, declaration)
    )
      merged.set(name, mergeInterfaces(first, declaration, reporter));
    else
      reporter.error(
        "MCP124",
        declaration.position,
        `${described(declaration)} is declared before as ${described(first)} at ${reporter.place(first.position)}`,
      );
  }
  return [...merged.values()];
}

function described({ kind, name, exported }: Declaration): string {
  return `${exported ? "exported " : ""}${kind} \`${name}\``;
}

function mergeable(a: InterfaceDeclaration, b: InterfaceDeclaration): boolean {
  return a.exported === b.exported;
}

function mergeInterfaces(
  a: InterfaceDeclaration,
  b: InterfaceDeclaration,
  reporter: Reporter,
): InterfaceDeclaration {
  const bases = new Set(a.extends.map(structureText));
  const members = new Map(a.members.map((member) => [keyOf(member), member]));
  for (const member of b.members) {
    const key = keyOf(member);
    const first = members.get(key);
    if (!first) members.set(key, member);
    else if (sameStructure(first, member))
      members.set(key, { ...first, doc: mergeDocs(first.doc, member.doc) });
    else
      reporter.error(
        "MCP125",
        member.position,
        `\`${b.name}\` declares ${member.kind === "property" ? `\`${member.name}\`` : "its index signature"} otherwise at ${reporter.place(first.position)}`,
      );
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

function keyOf(member: Member): string {
  return member.kind === "property" ? `.${member.name}` : "[]";
}

function mergeDocs(a: Doc, b: Doc): Doc {
  if (a === NO_DOC) return b;
  if (b === NO_DOC) return a;
  return {
    text: [a.text, b.text].filter(Boolean).join("\n\n"),
    tags: [...a.tags, ...b.tags],
    deprecated: a.deprecated ?? b.deprecated,
    since: a.since ?? b.since,
  };
}
