import { createHash } from "node:crypto";
import { facts } from "../doc-tags.js";
import { memoizeByObject } from "../util/memoize.js";
import type { Declaration, Doc, ProtocolModel } from "../types.js";

/**
 * Returns the sha256 (hex) of the declarations of a schema. Two files with one
 * fingerprint declare the same protocol. Prose, positions, formatting and the
 * order of declarations do not count; the order of members and of union types
 * does.
 */
export function fingerprint(
  model: Pick<ProtocolModel, "declarations">,
): string {
  return hashDeclarations(model.declarations);
}

const hashDeclarations = memoizeByObject(
  (declarations: readonly Declaration[]): string => {
    const lines = [...declarations]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((declaration) => `${JSON.stringify(declaration, canonical)}\n`);
    return createHash("sha256").update(lines.join("")).digest("hex");
  },
);

/**
 * Members that nodes had in version 1 of the model, with their value in all
 * pinned schemas. With them, the fingerprint of a file stays the same when the
 * model's version changes.
 */
const FORMER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alias: { typeParameters: [] },
  array: { readonly: false },
  index: { key: { kind: "primitive", name: "string" } },
  interface: { typeParameters: [] },
  reference: { arguments: [] },
};

/**
 * Replacer for `JSON.stringify`: sorts the keys of nodes and reduces docs to
 * their facts.
 */
function canonical(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const { kind = "" } = value as { readonly kind?: string };
  const members = Object.entries<unknown>({ ...FORMER[kind], ...value })
    .filter(([key]) => key !== "position" && key !== "extension")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) =>
      key === "doc" ? ["tags", facts(inner as Doc)] : [key, inner],
    );
  return Object.fromEntries(members);
}
