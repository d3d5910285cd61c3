import { createHash } from "node:crypto";
import { MEANING_TAGS, PRESENCE_TAGS } from "./doc-tags.js";
import type {
  Declaration,
  Doc,
  Member,
  ProtocolModel,
  TypeNode,
  TypeParameter,
} from "./types.js";

/**
 * sha256 (hex) of what a schema says: two files with the same fingerprint
 * declare the same protocol. Prose, places, formatting and the order of
 * declarations have no part in it; the order of members and union types has.
 */
export function fingerprint(
  model: Pick<ProtocolModel, "declarations">,
): string {
  const lines = [...model.declarations]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((declaration) => `${canonicalText(declaration)}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
}

/** A declaration, or a part of one, as the fingerprint sees it: sorted JSON. */
export function canonicalText(
  part: Declaration | Member | TypeNode | readonly TypeParameter[],
): string {
  return JSON.stringify(canonical(part));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== "position")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]): [string, unknown] =>
      key === "doc" ? ["tags", facts(inner as Doc)] : [key, canonical(inner)],
    );
  return Object.fromEntries(entries);
}

/** The tags that are facts, as `@minimum 0`; their order is none. */
export function facts({ tags }: Doc): readonly string[] {
  return tags
    .filter(({ name }) => MEANING_TAGS.has(name))
    .map(({ name, text }) =>
      PRESENCE_TAGS.has(name) ? `@${name}` : `@${name} ${text.trim()}`,
    )
    .sort();
}
