/** Literals in normal form: gathered, and without what others say already. */
import { acceptsPlain } from "./accepts.js";
import type { Normal } from "./normal-types.js";
import type { Shape, StringShape } from "./shape.js";
import type { LiteralValue } from "./types.js";

/**
 * `number & -32700` is the literal, `"a" & "b"` is `never`: code that compared
 * a value with both would not compile.
 */
export function intersection(members: readonly Normal[]): Normal {
  if (members.some(({ kind }) => kind === "never")) return { kind: "never" };
  const [first] = members.filter((member) => member.kind === "literals");
  if (!first) return { kind: "all", members };
  const values = first.values.filter((value) =>
    members.every((member) => mayBe(member, value)),
  );
  if (values.length === 0) return { kind: "never" };
  const literals = { kind: "literals", values } as const;
  const others = members.filter((member) => !SAID.has(member.kind));
  return others.length === 0
    ? literals
    : { kind: "all", members: [literals, ...others] };
}

/** Kinds of which a literal says all. */
const SAID: ReadonlySet<Normal["kind"]> = new Set([
  "literals",
  "number",
  "string",
  "boolean",
]);

/** False where a literal is none of a type, as far as that is plain to see. */
function mayBe(type: Normal, value: LiteralValue): boolean {
  switch (type.kind) {
    case "literals":
      return type.values.includes(value);
    case "number":
    case "string":
      return acceptsPlain(type, value);
    case "boolean":
      return typeof value === "boolean";
    case "array":
    case "tuple":
    case "object":
    case "tagged":
      return false;
    default:
      return true;
  }
}

/** All literals as one, without those that a plain type beside them allows. */
export function gatherLiterals(members: readonly Shape[]): Normal[] {
  const values = new Set(
    members.flatMap((m) => (m.kind === "literal" ? [m.value] : [])),
  );
  const has = (test: (member: Shape) => boolean) => members.some(test);
  const kept = [...values].filter((value) => {
    switch (typeof value) {
      case "string":
        return !has((m) => m.kind === "string" && isFree(m));
      case "number":
        return !has(
          (m) =>
            m.kind === "number" &&
            m.minimum === undefined &&
            m.maximum === undefined &&
            (!m.integer || Number.isInteger(value)),
        );
      case "boolean":
        return (
          !has(({ kind }) => kind === "boolean") &&
          !(values.has(true) && values.has(false))
        );
      default:
        return true;
    }
  });
  const both =
    values.has(true) &&
    values.has(false) &&
    !has(({ kind }) => kind === "boolean");
  return [
    ...(kept.length > 0 ? [{ kind: "literals", values: kept } as const] : []),
    ...(both ? [{ kind: "boolean" } as const] : []),
  ];
}

function isFree({ minLength, maxLength, patterns }: StringShape): boolean {
  return (
    minLength === undefined && maxLength === undefined && patterns === undefined
  );
}

/** Each type once, in the order in which they come first. */
export function distinct(types: readonly Normal[]): Normal[] {
  return [...new Map(types.map((t) => [JSON.stringify(t), t])).values()];
}
