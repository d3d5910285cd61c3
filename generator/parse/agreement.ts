import type { Assignable } from "../model/assignable/assignable.js";
import { membersOf, type EffectiveMember } from "../model/members.js";
import { fitsTemplate } from "../model/plain-types.js";
import { resolveAlias, type Declarations } from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type {
  IndexMember,
  InterfaceDeclaration,
  Position,
  RecordType,
  TypeNode,
} from "../model/types.js";
import { NO_DOC } from "./docs.js";
import type { Reporter } from "./reporter.js";

/** An object type as it is written, and what it is part of. */
interface Written {
  /** Name of the declaration. */
  readonly name: string;
  readonly position: Position;
  readonly type: TypeNode;
  /** Its own members: what is inherited was checked where it stands. */
  readonly own: readonly { readonly position: Position }[];
  readonly indexes: readonly IndexMember[];
}

/** Reports members that the index signatures of the same object do not allow. */
export function checkIndexed(
  { name, position, type, own, indexes }: Written,
  declarations: Declarations,
  reporter: Reporter,
  assignable: Assignable,
): void {
  const members = [...(membersOf(declarations, type) ?? new Map()).values()];
  const places = new Set(own.map((member) => member.position));
  for (const index of indexes)
    for (const member of members) {
      const here = places.has(member.position);
      if (!here && !places.has(index.position)) continue;
      if (!isKeyOf(member, index, declarations)) continue;
      if (assignable(member.type, index.type) !== false) continue;
      reporter.error(
        "MCP134",
        here ? member.position : position,
        `\`${name}\` has \`${member.name}: ${typeText(member.type)}\`, which its index signature \`[${index.parameter}: ${typeText(index.key)}]: ${typeText(index.type)}\` does not allow`,
      );
    }
}

/** Whether the index signature speaks of the member's name as well. */
function isKeyOf(
  { name }: EffectiveMember,
  { key }: IndexMember,
  declarations: Declarations,
): boolean {
  const keys = resolveAlias(declarations, key);
  if (name === `[${typeText(key)}]`) return false;
  if (keys.kind === "template")
    return !name.startsWith("[") && fitsTemplate(name, keys) === true;
  if (keys.kind !== "primitive") return false;
  return keys.name === "string" || /^(?:0|[1-9]\d*)$/.test(name);
}

/** The index signatures of an object, own and inherited. */
export function indexesOf(
  type: TypeNode,
  declarations: Declarations,
  seen: Set<string> = new Set(),
): IndexMember[] {
  if (type.kind === "object")
    return type.members.filter((member) => member.kind === "index");
  if (type.kind === "record") return [recordIndex(type)];
  if (type.kind !== "reference" || seen.has(type.name)) return [];
  const found = declarations.get(type.name);
  // Of types with parameters it would have to be said for which.
  if (!found || found.kind === "constant" || found.typeParameters.length > 0)
    return [];
  seen.add(type.name);
  const parts =
    found.kind === "alias"
      ? [found.type]
      : [...found.extends, { kind: "object", members: found.members } as const];
  return parts.flatMap((part) => indexesOf(part, declarations, seen));
}

/** `Record<string, unknown>` as an index signature, which is written nowhere. */
function recordIndex({ key, value }: RecordType): IndexMember {
  return {
    kind: "index",
    parameter: "key",
    key,
    readonly: false,
    type: value,
    doc: NO_DOC,
    position: { line: 0, column: 0 },
  };
}

/** Reports what two bases of an interface say differently of one member. */
export function checkBasesAgree(
  { name, position, members, extends: bases }: InterfaceDeclaration,
  declarations: Declarations,
  reporter: Reporter,
  assignable: Assignable,
): void {
  const own = new Set(
    members.map((one) => (one.kind === "property" ? one.name : null)),
  );
  const first = new Map<string, EffectiveMember>();
  for (const base of bases)
    for (const member of membersOf(declarations, base)?.values() ?? []) {
      const other = first.get(member.name);
      if (!other) first.set(member.name, member);
      else if (!own.has(member.name) && disagree(other, member, assignable))
        reporter.error(
          "MCP135",
          position,
          `\`${name}\` inherits \`${shown(other)}\` and \`${shown(member)}\``,
        );
    }
}

/** Of two bases, TypeScript wants the very same, not something narrower. */
function disagree(
  a: EffectiveMember,
  b: EffectiveMember,
  assignable: Assignable,
): boolean {
  return (
    a.optional !== b.optional ||
    assignable(a.type, b.type) === false ||
    assignable(b.type, a.type) === false
  );
}

function shown({ name, optional, type }: EffectiveMember): string {
  return `${name}${optional && !name.startsWith("[") ? "?" : ""}: ${typeText(type)}`;
}
