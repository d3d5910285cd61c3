import { hash } from "node:crypto";
import { facts } from "../doc-tags.js";
import { sortByName } from "../lookup.js";
import { memoizeByObject } from "../util/memoize.js";
import type { Declaration, Doc, ProtocolModel } from "../types.js";

/**
 * Returns the sha256 (hex) of the declarations of a schema. Two files with the
 * same fingerprint declare the same protocol. Prose, positions, formatting and
 * the order of declarations do not affect the fingerprint. Reordering members,
 * or the types in a union, does change the fingerprint.
 */
export function fingerprint(
  model: Pick<ProtocolModel, "declarations">,
): string {
  return hashDeclarations(model.declarations);
}

const hashDeclarations = memoizeByObject(
  (declarations: readonly Declaration[]): string => {
    const lines = sortByName(declarations).map(
      (declaration) => `${JSON.stringify(declaration, canonical)}\n`,
    );
    return hash("sha256", lines.join(""), "hex");
  },
);

/**
 * Members that the nodes of each kind had in version 1 of the model. In all
 * pinned schemas, the members had the values below. They are added before
 * hashing, so that fingerprints stay the same in version 2.
 */
const FORMER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alias: { typeParameters: [] },
  array: { readonly: false },
  index: { key: { kind: "primitive", name: "string" } },
  interface: { typeParameters: [] },
  reference: { arguments: [] },
};

/**
 * Members of nodes that are not part of the structure. `integer` follows from
 * the tags.
 */
const DERIVED: readonly string[] = ["position", "extension", "integer"];

/**
 * Replacer for `JSON.stringify` that sorts the keys of each node. From each doc
 * comment, only the tags with a meaning for the protocol are kept.
 */
function canonical(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const { kind = "" } = value as { readonly kind?: string };
  const members = Object.entries<unknown>({ ...FORMER[kind], ...value })
    .filter(([key]) => !DERIVED.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) =>
      key === "doc" ? ["tags", facts(inner as Doc)] : [key, inner],
    );
  return Object.fromEntries(members);
}
