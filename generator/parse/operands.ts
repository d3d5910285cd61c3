/**
 * What utility types and `keyof` are given that leaves nothing for a message,
 * or what of it the model cannot say.
 */
import { membersOf } from "../model/members.js";
import { apparentMembers, isPrimitive } from "../model/plain-types.js";
import type { PlainKind } from "../model/plain-types.js";
import { literalOf } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import { typeText } from "../model/type-text.js";
import type { TypeNode } from "../model/types.js";
import { keysNamed, plainType } from "./access.js";
import { UNREADABLE } from "./constructs.js";

/** What is wrong with what `type` is made of, or null. */
export function faultOfOperand(
  type: TypeNode,
  declarations: Declarations,
): string | null {
  switch (type.kind) {
    case "keyof":
    case "omit":
    case "pick": {
      const given = membersOfUnion(type.type, declarations);
      const none = given.find((one) => isNoObject(one));
      if (none) return notAnObject(none);
      return type.kind === "keyof" && given.some(hasOddKeys)
        ? "takes keys that are no plain names"
        : null;
    }
    case "partial":
    case "required": {
      const given = membersOfUnion(type.type, declarations);
      const open = given.find(isOpen);
      return open ? notAnObject(open) : null;
    }
    case "exclude":
      return tellsByInherited(type.type, type.excluded);
    case "extract":
      return tellsByInherited(type.type, type.extracted);
    case "template":
      return type.spans.every((span) => isWritten(span.type))
        ? null
        : "writes what is no text into a template";
    default:
      return null;
  }

  /** Keys that are numbers, or that only a pattern tells. */
  function hasOddKeys(object: TypeNode): boolean {
    if (object.kind === "record") {
      const keys = keysNamed(object.key, declarations) ?? [];
      return keys.some((key) => key !== "[string]" && isOddKey(key));
    }
    if (object.kind === "intersection")
      return membersOfUnion(object, declarations).some(
        (part) => part !== object && hasOddKeys(part),
      );
    const names = membersOf(declarations, object)?.keys() ?? [];
    return [...names].some((name) => name !== "[string]" && isOddKey(name));
  }

  /** Whether what lists and texts have of themselves would tell members apart. */
  function tellsByInherited(whole: TypeNode, by: TypeNode): string | null {
    const kinds = new Set(
      membersOfUnion(whole, declarations).flatMap((part) => kindOf(part) ?? []),
    );
    const wanted = membersOfUnion(by, declarations).flatMap((part) => [
      ...(part.kind === "array" || part.kind === "tuple"
        ? []
        : (membersOf(declarations, part)?.keys() ?? [])),
    ]);
    for (const kind of kinds) {
      const own = apparentMembers(kind);
      const listed = kind === "array" || kind === "string";
      const name = wanted.find(
        (one) => own.has(one) || (listed && /^(\d+|\[number\])$/.test(one)),
      );
      if (name !== undefined)
        return `asks for the member \`${name}\`, which ${PLURALS[kind]} have of themselves`;
    }
    return null;
  }

  function kindOf(type: TypeNode): keyof typeof PLURALS | null {
    const literal = literalOf(declarations, type);
    const kind =
      type.kind === "array" || type.kind === "tuple"
        ? "array"
        : type.kind === "template"
          ? "string"
          : type.kind === "primitive"
            ? type.name
            : typeof literal;
    return kind in PLURALS ? (kind as keyof typeof PLURALS) : null;
  }

  /** Whether a template writes values of this type. */
  function isWritten(hole: TypeNode): boolean {
    return membersOfUnion(hole, declarations).every(
      (part) =>
        part === UNREADABLE ||
        !(
          UNWRITTEN.has(part.kind) ||
          (part.kind === "primitive" && UNWRITTEN.has(part.name))
        ),
    );
  }
}

const PLURALS = {
  array: "lists",
  string: "texts",
  number: "numbers",
  boolean: "booleans",
} as const satisfies Partial<Record<PlainKind, string>>;

const UNWRITTEN: ReadonlySet<string> = new Set([
  "array",
  "tuple",
  "record",
  "object",
  // Of names, only those of interfaces are left.
  "reference",
  "unknown",
  "never",
]);

/** `404`, `[number]`: TypeScript's `keyof` has them as numbers. */
function isOddKey(key: string): boolean {
  return key.startsWith("[") || String(Number(key)) === key;
}

function isOpen(type: TypeNode): boolean {
  return (
    type !== UNREADABLE &&
    ["any", "unknown", "never"].some((name) => isPrimitive(type, name as "any"))
  );
}

function isNoObject(type: TypeNode): boolean {
  if (type === UNREADABLE || isPrimitive(type, "object")) return false;
  return (
    type.kind === "primitive" ||
    type.kind === "literal" ||
    type.kind === "constant" ||
    type.kind === "template" ||
    type.kind === "array" ||
    type.kind === "tuple"
  );
}

function notAnObject(type: TypeNode): string {
  const list = type.kind === "array" || type.kind === "tuple";
  return `takes ${list ? "a list" : `\`${typeText(type)}\``} for an object`;
}

/** The members of a union without their names; nothing of what is not known. */
function membersOfUnion(
  type: TypeNode,
  declarations: Declarations,
): readonly TypeNode[] {
  const inner = plainType(type, declarations);
  if (inner === null) return [];
  if (inner.kind !== "union") return [inner];
  return inner.types.flatMap((part) => membersOfUnion(part, declarations));
}
