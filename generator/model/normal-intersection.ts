/**
 * Intersections that are no objects, in normal form: code that held a value
 * against both of two types with nothing in common would not compile.
 */
import { acceptsPlain } from "./accepts.js";
import { distinct } from "./normal-literals.js";
import type { Normal } from "./normal-types.js";
import type { LiteralValue } from "./types.js";

const NEVER: Normal = { kind: "never" };

/** More than so many pairs are left as they are. */
const MANY = 64;

/**
 * `number & -32700` is the literal, `"a" & "b"` is `never`, and a union is
 * what each of its members comes to.
 */
export function intersection(members: readonly Normal[]): Normal {
  const union = members.find((member) => member.kind === "union");
  if (union?.kind === "union" && pairsOf(members) <= MANY) {
    const others = members.filter((member) => member !== union);
    return unionOf(
      union.members.map((member) => intersection([member, ...others])),
    );
  }
  const kinds = new Set(members.flatMap((member) => kindOf(member) ?? []));
  if (kinds.size > 1 || kinds.has("never")) return NEVER;
  const types = distinct(members);
  const literals = types.find((type) => type.kind === "literals");
  if (literals?.kind === "literals") return literalsOf(literals.values, types);
  const [only, ...others] = types;
  return only && others.length === 0 ? only : { kind: "all", members: types };
}

function pairsOf(members: readonly Normal[]): number {
  return members.reduce(
    (count, member) =>
      member.kind === "union" ? count * member.members.length : count,
    1,
  );
}

function unionOf(members: readonly Normal[]): Normal {
  const types = distinct(
    members
      .filter(({ kind }) => kind !== "never")
      .flatMap((type) => (type.kind === "union" ? type.members : [type])),
  );
  const [only, ...others] = types;
  if (!only) return NEVER;
  return others.length === 0 ? only : { kind: "union", members: types };
}

/** What every value of a type is; null where that is not plain to see. */
function kindOf(type: Normal): string | null {
  switch (type.kind) {
    case "array":
    case "tuple":
      return "array";
    case "object":
    case "tagged":
      return "object";
    case "string":
    case "number":
    case "boolean":
    case "never":
      return type.kind;
    case "literals": {
      const kinds = new Set(type.values.map(typeOf));
      return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
    }
    default:
      return null;
  }
}

function typeOf(value: LiteralValue): string {
  return value === null ? "null" : typeof value;
}

/** The literals that are of all the types. */
function literalsOf(
  all: readonly LiteralValue[],
  types: readonly Normal[],
): Normal {
  const values = all.filter((value) => types.every((t) => mayBe(t, value)));
  if (values.length === 0) return NEVER;
  const literals = { kind: "literals", values } as const;
  const others = types.filter((type) => !isPlain(type));
  return others.length === 0
    ? literals
    : { kind: "all", members: [literals, ...others] };
}

/** True for what a literal says all of. */
function isPlain({ kind }: Normal): boolean {
  return ["literals", "number", "string", "boolean"].includes(kind);
}

/** False where a literal is none of a type, as far as that is plain to see. */
function mayBe(type: Normal, value: LiteralValue): boolean {
  switch (type.kind) {
    case "literals":
      return type.values.includes(value);
    case "number":
    case "string":
      return acceptsPlain(type, value);
    default: {
      const kind = kindOf(type);
      return kind === null || kind === typeOf(value);
    }
  }
}
