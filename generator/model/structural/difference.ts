/** What a difference is a difference of. */
export type StructuralAspect =
  | "declaration"
  | "kind"
  | "export"
  | "type parameters"
  | "extends"
  | "value"
  | "member"
  | "optionality"
  | "readonly"
  | "type"
  | "union member"
  | "order"
  | "tag";

/** One difference; each side as one line of TypeScript, null where absent. */
export interface StructuralDifference {
  /** `Tool`, `Tool.title`, `ListToolsResult.tools[].name`. */
  readonly path: string;
  readonly aspect: StructuralAspect;
  readonly expected: string | null;
  readonly found: string | null;
}

/** A difference, when the two sides do not read the same. */
export function differing(
  path: string,
  aspect: StructuralAspect,
  expected: string,
  found: string,
): StructuralDifference[] {
  return expected === found ? [] : [{ path, aspect, expected, found }];
}

/**
 * What stands in another order: the lists without the start and the end that
 * they have in common. Both hold the same words.
 */
export function orderDifference(
  path: string,
  expected: readonly string[],
  found: readonly string[],
): StructuralDifference[] {
  let start = 0;
  while (start < expected.length && expected[start] === found[start]) start++;
  let end = expected.length;
  while (end > start && expected[end - 1] === found[end - 1]) end--;
  const text = (list: readonly string[]): string =>
    list.slice(start, end).join(", ");
  return differing(path, "order", text(expected), text(found));
}
