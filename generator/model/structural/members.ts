import { canonicalText } from "../fingerprint.js";
import { memberText, typeText } from "../type-text.js";
import type { Member } from "../types.js";
import {
  differing,
  orderDifference,
  type StructuralDifference,
} from "./difference.js";
import { compareTags } from "./tags.js";
import { compareTypes } from "./types.js";

/** How the members of two objects differ, in the order of the first. */
export function compareMembers(
  path: string,
  a: readonly Member[],
  b: readonly Member[],
): StructuralDifference[] {
  const before = byStep(a);
  const after = byStep(b);
  const differences: StructuralDifference[] = [];
  for (const [step, was] of before) {
    const is = after.get(step);
    if (is) differences.push(...compareMember(path + step, was, is));
    else differences.push(oneSided(path + step, memberText(was), null));
  }
  for (const [step, is] of after)
    if (!before.has(step))
      differences.push(oneSided(path + step, null, memberText(is)));
  const common = (from: ReadonlyMap<string, Member>): string[] =>
    [...from.keys()]
      .filter((step) => before.has(step) && after.has(step))
      .map((step) => step.replace(/^\./, ""));
  return [
    ...differences,
    ...orderDifference(path, common(before), common(after)),
  ];
}

function compareMember(
  path: string,
  a: Member,
  b: Member,
): StructuralDifference[] {
  if (canonicalText(a) === canonicalText(b)) return [];
  const differences = [
    ...differing(path, "optionality", presence(a), presence(b)),
    ...differing(path, "readonly", access(a), access(b)),
    ...compareTags(path, a.doc, b.doc),
    ...compareTypes(path, a.type, b.type),
  ];
  // What is left is the name of an index signature's parameter.
  return differences.length > 0
    ? differences
    : differing(path, "member", memberText(a), memberText(b));
}

function presence(member: Member): string {
  return member.kind === "property" && member.optional
    ? "optional"
    : "required";
}

function access(member: Member): string {
  return member.readonly ? "readonly" : "not readonly";
}
/** Members by their step in a path: `.name`, `["a b"]`, `[string]`. */
function byStep(members: readonly Member[]): ReadonlyMap<string, Member> {
  const steps = new Map<string, Member>();
  for (const member of members) {
    const step = stepOf(member);
    // An object that names a member twice has it under two steps.
    let key = step;
    for (let n = 2; steps.has(key); n++) key = `${step}#${n}`;
    steps.set(key, member);
  }
  return steps;
}

function stepOf(member: Member): string {
  if (member.kind === "index") return `[${typeText(member.key)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(member.name)
    ? `.${member.name}`
    : `[${JSON.stringify(member.name)}]`;
}

function oneSided(
  path: string,
  expected: string | null,
  found: string | null,
): StructuralDifference {
  return { path, aspect: "member", expected, found };
}
