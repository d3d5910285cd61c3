/** Guards that would look into one value several times, level after level. */
import type { Normal } from "../../model/normal.js";
import { once } from "../../model/once.js";
import { childrenOf, type Part, type Parts } from "./parts.js";

/**
 * The parts of cycles in which a value is held against several types that lead
 * on: `{ x: T; a: 1 } | { x: T; b: 1 }` as T looks into `x` twice.
 */
export const branchingParts = once((parts: Parts): ReadonlySet<Part> => {
  const all = parts.types.flatMap((type) => type.parts);
  const recursive = all.filter((part) => part.recursive);
  const branching = recursive.filter((part) => branches(part.type, part));
  return new Set(
    recursive.filter((part) =>
      branching.some((one) => parts.sameCycle(one, part)),
    ),
  );

  function branches(type: Normal, part: Part): boolean {
    return (
      asksSeveral(type, part) ||
      childrenOf(type).some(
        ([, child]) => !parts.partOf(child) && branches(child, part),
      )
    );
  }

  function asksSeveral(type: Normal, part: Part): boolean {
    switch (type.kind) {
      case "object":
        return type.indexes.filter((one) => leads(one.type, part)).length > 1;
      case "all":
        return type.members.filter((one) => leads(one, part)).length > 1;
      case "union": {
        const on = type.members.filter((one) => leads(one, part));
        const kinds = on.flatMap((member) => kindsOf(member));
        return new Set(kinds).size < kinds.length;
      }
      default:
        return false;
    }
  }

  /** Whether the guard of a type comes back to that of the part. */
  function leads(type: Normal, part: Part): boolean {
    const own = parts.partOf(type);
    return own
      ? parts.sameCycle(own, part)
      : childrenOf(type).some(([, child]) => leads(child, part));
  }

  /** What values of a type are: a list is never held against objects. */
  function kindsOf(type: Normal): readonly string[] {
    const own = parts.partOf(type)?.type ?? type;
    switch (own.kind) {
      case "array":
      case "tuple":
        return ["array"];
      case "union":
        return own.members.flatMap((member) => kindsOf(member));
      default:
        return ["object"];
    }
  }
});
