import { createHash } from "node:crypto";
import { facts } from "../doc-tags.js";
import { memoizeByObject } from "../util/memoize.js";
import type { Declaration, Doc, ProtocolModel } from "../types.js";

/**
 * sha256 (hex) of what a schema declares: two files with the same fingerprint
 * declare the same protocol. Prose, places, formatting and the order of
 * declarations have no part in it; the order of members and union types has.
 */
export function fingerprint(
  model: Pick<ProtocolModel, "declarations">,
): string {
  return fingerprintOf(model.declarations);
}

const fingerprintOf = memoizeByObject(
  (declarations: readonly Declaration[]): string => {
    const lines = [...declarations]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((declaration) => `${JSON.stringify(declaration, canonical)}\n`);
    return createHash("sha256").update(lines.join("")).digest("hex");
  },
);

/**
 * What nodes had in version 1 of the model, and what it was in all schemas that
 * are pinned: the fingerprint of a file outlives the version of the model.
 */
const FORMER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alias: { typeParameters: [] },
  array: { readonly: false },
  index: { key: { kind: "primitive", name: "string" } },
  interface: { typeParameters: [] },
  reference: { arguments: [] },
};

/** For `JSON.stringify`: nodes with their keys sorted, and docs as their facts. */
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
