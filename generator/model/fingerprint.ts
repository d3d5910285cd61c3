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
  return canonical(part);
}

/** Written out as it is met: a sorted copy would take several times as long. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const inner = (value as { readonly [key: string]: unknown })[key];
    if (key === "doc")
      members.push(`"tags":${JSON.stringify(facts(inner as Doc))}`);
    else if (key !== "position" && inner !== undefined)
      members.push(`${JSON.stringify(key)}:${canonical(inner)}`);
  }
  return `{${members.join()}}`;
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
