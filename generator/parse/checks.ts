import { findMember, literalOf, resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import type {
  IndexMember,
  InterfaceDeclaration,
  Member,
  TypeNode,
} from "../model/types.js";
import { declarationTypes, walkType } from "../model/walk.js";
import { checkOverrides } from "./overrides.js";
import type { Reporter } from "./reporter.js";
import { UNREADABLE } from "./constructs.js";

/** Primitive types that keys of objects can have. */
const KEYS: ReadonlySet<string> = new Set(["string", "number"]);

/** Checks what only the whole file shows; circles have been ruled out. */
export function checkDeclarations(
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const declaration of declarations.values()) {
    const { position } = declaration;
    if (declaration.kind === "interface") {
      checkBases(declaration, declarations, reporter);
      checkOverrides(declaration, declarations, reporter);
      checkIndexes(declaration.members, declarations, reporter);
    }
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => {
        if (inner.kind === "object")
          checkIndexes(inner.members, declarations, reporter);
        if (inner.kind === "record" && !isRecordKey(inner.key, declarations))
          reporter.error(
            "MCP114",
            position,
            `The keys of a \`Record\` in \`${declaration.name}\` are no text`,
          );
        for (const key of missingMembers(inner, declarations))
          reporter.error(
            "MCP132",
            position,
            `\`${declaration.name}\` uses the member \`${key}\`, which the type does not have`,
          );
      });
  }
}

/** Members that `type` picks from a type that has no such member. */
function missingMembers(
  type: TypeNode,
  declarations: Declarations,
): readonly string[] {
  if (type.kind === "pick")
    return type.keys.filter((key) => lacks(type.type, key, declarations));
  if (type.kind !== "indexed") return [];
  const key = literalOf(declarations, type.index);
  return typeof key === "string" && lacks(type.object, key, declarations)
    ? [key]
    : [];
}

/** Only of a type that is known in full can it be said that it lacks a member. */
function lacks(
  type: TypeNode,
  key: string,
  declarations: Declarations,
): boolean {
  return (
    isClosed(type, declarations) && findMember(declarations, type, key) === null
  );
}

/** True for objects without index signatures, own or inherited. */
function isClosed(
  type: TypeNode,
  declarations: Declarations,
  seen: Set<string> = new Set(),
): boolean {
  const inner = resolveAlias(declarations, type);
  if (inner.kind === "object")
    return inner.members.every(({ kind }) => kind === "property");
  if (inner.kind !== "reference") return false;
  const found = declarations.get(inner.name);
  // What is being looked into by another way decides there.
  if (seen.has(inner.name)) return true;
  seen.add(inner.name);
  return (
    found?.kind === "interface" &&
    found.members.every(({ kind }) => kind === "property") &&
    found.extends.every((base) => isClosed(base, declarations, seen))
  );
}

function checkBases(
  { name, position, extends: bases }: InterfaceDeclaration,
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const base of bases) {
    if (base === UNREADABLE || isObject(base, declarations)) continue;
    const what = base.kind === "reference" ? `\`${base.name}\`` : base.kind;
    reporter.error(
      "MCP131",
      position,
      `\`${name}\` extends ${what}, which is not an object type`,
    );
  }
}

/** True for a type whose members are known without looking at a value. */
function isObject(type: TypeNode, declarations: Declarations): boolean {
  const inner = resolveAlias(declarations, type);
  switch (inner.kind) {
    case "reference":
      return declarations.get(inner.name)?.kind === "interface";
    case "object":
    case "record":
      return true;
    case "intersection":
      return inner.types.every((part) => isObject(part, declarations));
    case "omit":
    case "pick":
    case "partial":
    case "required":
    case "readonly":
    case "nonNullable":
      return isObject(inner.type, declarations);
    // `Request["params"]` is what the member has, which may well be an object.
    case "indexed":
      return true;
    default:
      return false;
  }
}

function checkIndexes(
  members: readonly Member[],
  declarations: Declarations,
  reporter: Reporter,
): void {
  for (const member of members)
    if (member.kind === "index" && !isKey(member, declarations))
      reporter.error(
        "MCP114",
        member.position,
        `The key \`${member.parameter}\` of the index signature is neither text nor number`,
      );
}

/** `Record` takes more than index signatures do: single names as well. */
function isRecordKey(key: TypeNode, declarations: Declarations): boolean {
  const type = resolveAlias(declarations, key);
  switch (type.kind) {
    case "primitive":
      return type === UNREADABLE || KEYS.has(type.name);
    case "object":
    case "array":
    case "tuple":
    case "record":
      return false;
    case "literal":
      return typeof type.value === "string" || typeof type.value === "number";
    case "union":
      return type.types.every((part) => isRecordKey(part, declarations));
    default:
      return true;
  }
}

function isKey({ key }: IndexMember, declarations: Declarations): boolean {
  const type = resolveAlias(declarations, key);
  if (type === UNREADABLE || type.kind === "template") return true;
  if (literalOf(declarations, type) !== undefined) return false;
  return type.kind === "primitive" && KEYS.has(type.name);
}
