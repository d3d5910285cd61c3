import { createHash } from "node:crypto";
import { MEANING_TAGS, PRESENCE_TAGS } from "./doc-tags.js";
import { once } from "./once.js";
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
  return fingerprintOf(model.declarations);
}

const fingerprintOf = once((declarations: readonly Declaration[]): string => {
  const lines = [...declarations]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((declaration) => `${canonicalText(declaration)}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
});

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
  let members = "";
  for (const { key, start } of sortedKeys(Object.keys(value))) {
    const inner = (value as { readonly [key: string]: unknown })[key];
    if (inner === undefined) continue;
    const text =
      key === "doc" ? JSON.stringify(facts(inner as Doc)) : canonical(inner);
    members += members === "" ? start + text : `,${start}${text}`;
  }
  return `{${members}}`;
}

/** A member that is written, and how its text begins. */
interface SortedKey {
  readonly key: string;
  readonly start: string;
}

/** By the keys of a node, of which there are few kinds. */
const sorted = new Map<string, readonly SortedKey[]>();

function sortedKeys(keys: readonly string[]): readonly SortedKey[] {
  const kind = keys.join();
  let known = sorted.get(kind);
  if (!known) {
    known = [...keys]
      .sort()
      .filter((key) => key !== "position")
      .map((key) => ({
        key,
        start: `${JSON.stringify(key === "doc" ? "tags" : key)}:`,
      }));
    sorted.set(kind, known);
  }
  return known;
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
