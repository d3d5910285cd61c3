/** Literals normalized: one node for all, without those that a primitive covers. */
import type { Normal } from "./types.js";
import type { Shape, StringShape } from "../resolved/shape.js";

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
