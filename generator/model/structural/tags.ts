import { facts } from "../fingerprint.js";
import type { Doc } from "../types.js";
import type { StructuralDifference } from "./difference.js";

/** How two doc comments differ in the tags that are facts. */
export function compareTags(
  path: string,
  a: Doc,
  b: Doc,
): StructuralDifference[] {
  const missing = without(facts(a), facts(b));
  const added = without(facts(b), facts(a));
  const differences = missing.map((expected): StructuralDifference => {
    const twin = added.findIndex((tag) => nameOf(tag) === nameOf(expected));
    const found = twin < 0 ? null : (added.splice(twin, 1)[0] ?? null);
    return { path, aspect: "tag", expected, found };
  });
  return [
    ...differences,
    ...added.map((found): StructuralDifference => ({
      path,
      aspect: "tag",
      expected: null,
      found,
    })),
  ];
}

/** The list without the other's entries, each taken out once. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return list.filter((entry) => {
    const index = rest.indexOf(entry);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

function nameOf(tag: string): string {
  return tag.split(" ", 1)[0] ?? tag;
}
