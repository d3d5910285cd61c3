import { hash } from "node:crypto";
import { meaningTags } from "../doc-tags.js";
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
      (declaration) => `${toCanonicalJson(declaration)}\n`,
    );
    return hash("sha256", lines.join(""), "hex");
  },
);

/**
 * Former members, by kind of node. Nodes had these members in version 1 of the
 * model, with these values in all pinned schemas. The members are added before
 * hashing, so that later versions produce the same fingerprints.
 */
const FORMER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alias: { typeParameters: [] },
  array: { readonly: false },
  index: { key: { kind: "primitive", name: "string" } },
  interface: { typeParameters: [] },
  reference: { arguments: [] },
};

/**
 * Members that the fingerprint ignores, because they are not part of a node's
 * structure. `integer` is derived from the tags.
 */
const DERIVED: readonly string[] = ["position", "extension", "integer"];

/**
 * Returns JSON with sorted keys. From each doc comment, only the tags with a
 * meaning for the protocol are kept. This function is used because
 * `JSON.stringify` with a replacer takes several times as long.
 */
function toCanonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  const { kind = "" } = value as { readonly kind?: string };
  const node: Readonly<Record<string, unknown>> = { ...FORMER[kind], ...value };
  const members: string[] = [];
  for (const key of Object.keys(node).sort()) {
    if (node[key] === undefined || DERIVED.includes(key)) continue;
    members.push(
      key === "doc"
        ? `"tags":${toCanonicalJson(meaningTags(node[key] as Doc))}`
        : `${JSON.stringify(key)}:${toCanonicalJson(node[key])}`,
    );
  }
  return `{${members.join(",")}}`;
}
