import { canonicalText } from "../fingerprint.js";
import { typeText } from "../type-text.js";
import type { TypeNode } from "../types.js";
import {
  differing,
  orderDifference,
  type StructuralDifference,
} from "./difference.js";
import { compareMembers } from "./members.js";

/** How two types differ, told as deep inside as they are alike outside. */
export function compareTypes(
  path: string,
  a: TypeNode,
  b: TypeNode,
): StructuralDifference[] {
  if (canonicalText(a) === canonicalText(b)) return [];
  const inner = compareInside(path, a, b);
  return inner.length > 0 ? inner : wholeTypes(path, a, b);
}

function compareInside(
  path: string,
  a: TypeNode,
  b: TypeNode,
): StructuralDifference[] {
  if (a.kind === "object" && b.kind === "object")
    return compareMembers(path, a.members, b.members);
  if (a.kind === "array" && b.kind === "array" && a.readonly === b.readonly)
    return compareTypes(`${path}[]`, a.element, b.element);
  if (
    a.kind === "record" &&
    b.kind === "record" &&
    canonicalText(a.key) === canonicalText(b.key)
  )
    return compareTypes(`${path}[${typeText(a.key)}]`, a.value, b.value);
  if (a.kind === "union" && b.kind === "union")
    return compareUnions(path, a.types, b.types);
  if (
    a.kind === "intersection" &&
    b.kind === "intersection" &&
    a.types.length === b.types.length
  )
    return a.types.flatMap((type, index) =>
      compareTypes(path, type, b.types[index] ?? type),
    );
  return [];
}

function compareUnions(
  path: string,
  a: readonly TypeNode[],
  b: readonly TypeNode[],
): StructuralDifference[] {
  const before = a.map(canonicalText);
  const after = b.map(canonicalText);
  const missing = a.filter((_, index) => !after.includes(before[index] ?? ""));
  const added = b.filter((_, index) => !before.includes(after[index] ?? ""));
  const [was] = missing;
  const [is] = added;
  if (was && is && missing.length === 1 && added.length === 1)
    return compareTypes(path, was, is);
  const aspect = "union member";
  const differences: StructuralDifference[] = [
    ...missing.map((type) => ({
      path,
      aspect: aspect as typeof aspect,
      expected: typeText(type),
      found: null,
    })),
    ...added.map((type) => ({
      path,
      aspect: aspect as typeof aspect,
      expected: null,
      found: typeText(type),
    })),
  ];
  return differences.length > 0 || a.length !== b.length
    ? differences
    : orderDifference(path, a.map(typeText), b.map(typeText));
}

/** Types that read alike differ in a nested tag, which canonical text shows. */
function wholeTypes(
  path: string,
  a: TypeNode,
  b: TypeNode,
): StructuralDifference[] {
  const [was, is] = [typeText(a), typeText(b)];
  return was === is
    ? differing(path, "type", canonicalText(a), canonicalText(b))
    : differing(path, "type", was, is);
}
