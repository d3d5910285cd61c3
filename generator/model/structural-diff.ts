/**
 * Where two models differ in what the structural fingerprint covers. No
 * difference is left out: models of different fingerprints differ here too.
 */
import { canonicalText } from "./fingerprint.js";
import {
  differing,
  type StructuralDifference,
} from "./structural/difference.js";
import { compareMembers } from "./structural/members.js";
import { compareTags } from "./structural/tags.js";
import {
  declarationText,
  extendsText,
  parametersText,
} from "./structural/text.js";
import { compareTypes } from "./structural/types.js";
import type { Declaration, ProtocolModel } from "./types.js";

export type {
  StructuralAspect,
  StructuralDifference,
} from "./structural/difference.js";

type Declared = Pick<ProtocolModel, "declarations">;

/**
 * All differences, by declaration name; those of one declaration in the order
 * of `expected`. Empty when the fingerprints are equal, and only then.
 */
export function structuralDifferences(
  expected: Declared,
  found: Declared,
): StructuralDifference[] {
  const before = byName(expected);
  const after = byName(found);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .flatMap((name) => compare(name, before.get(name), after.get(name)));
}

function byName({ declarations }: Declared): ReadonlyMap<string, Declaration> {
  return new Map(declarations.map((each) => [each.name, each]));
}

function compare(
  path: string,
  a: Declaration | undefined,
  b: Declaration | undefined,
): StructuralDifference[] {
  if (!a || !b)
    return [
      {
        path,
        aspect: "declaration",
        expected: a ? declarationText(a) : null,
        found: b ? declarationText(b) : null,
      },
    ];
  if (canonicalText(a) === canonicalText(b)) return [];
  const differences = [
    ...differing(path, "export", exportText(a), exportText(b)),
    ...compareTags(path, a.doc, b.doc),
    ...compareBodies(path, a, b),
  ];
  return differences.length > 0
    ? differences
    : differing(path, "declaration", canonicalText(a), canonicalText(b));
}

function compareBodies(
  path: string,
  a: Declaration,
  b: Declaration,
): StructuralDifference[] {
  if (a.kind === "constant" && b.kind === "constant") {
    const [was, is] = [JSON.stringify(a.value), JSON.stringify(b.value)];
    return differing(path, "value", was, is);
  }
  if (a.kind === "alias" && b.kind === "alias")
    return [
      ...compareParameters(path, a, b),
      ...compareTypes(path, a.type, b.type),
    ];
  if (a.kind === "interface" && b.kind === "interface")
    return [
      ...compareParameters(path, a, b),
      ...differing(path, "extends", extendsText(a), extendsText(b)),
      ...compareMembers(path, a.members, b.members),
    ];
  return differing(path, "kind", declarationText(a), declarationText(b));
}

function compareParameters(
  path: string,
  a: Exclude<Declaration, { kind: "constant" }>,
  b: Exclude<Declaration, { kind: "constant" }>,
): StructuralDifference[] {
  const [was, is] = [
    parametersText(a.typeParameters),
    parametersText(b.typeParameters),
  ];
  return differing(path, "type parameters", was, is);
}

function exportText({ exported }: Declaration): string {
  return exported ? "exported" : "not exported";
}
