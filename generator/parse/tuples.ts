/** Tuples with the tuples that they spread, and lists where objects belong. */
import { resolveAlias } from "../model/resolve.js";
import type { Declarations } from "../model/resolve.js";
import type { TupleElement, TupleType } from "../model/types.js";
import { UNREADABLE } from "./constructs.js";

/** What is wrong with a tuple, or null. */
export function faultOfTuple(
  { elements }: TupleType,
  declarations: Declarations,
): string | null {
  if (elements.some((element) => restsOnNoList(element, declarations)))
    return "whose rest is no list";
  const all = elements.flatMap((element) => spread(element, declarations));
  const rest = all.findIndex((element) => element.rest);
  // JSON Schema has no word for what follows a list of any length.
  if (rest >= 0 && rest < all.length - 1) return "whose rest is not last";
  const optional = all.findIndex((element) => element.optional);
  return all.some(
    (element, index) =>
      optional >= 0 && index > optional && !element.optional && !element.rest,
  )
    ? "that goes on after an optional element"
    : null;
}

/** `...[A, B]` is two elements. */
function spread(
  element: TupleElement,
  declarations: Declarations,
): readonly TupleElement[] {
  if (!element.rest) return [element];
  const inner = resolveAlias(declarations, element.type);
  return inner.kind === "tuple"
    ? inner.elements.flatMap((one) => spread(one, declarations))
    : [element];
}

/** True when what follows `...` is certainly no array or tuple. */
function restsOnNoList(
  { rest, type }: TupleElement,
  declarations: Declarations,
): boolean {
  if (!rest || type === UNREADABLE) return false;
  const inner = resolveAlias(declarations, type);
  if (inner.kind === "primitive") return inner.name !== "any";
  return (
    ["literal", "object", "record", "template"].includes(inner.kind) ||
    (inner.kind === "reference" && declarations.has(inner.name))
  );
}
