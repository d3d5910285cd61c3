import { createHash } from "node:crypto";
import { MEANING_TAGS, PRESENCE_TAGS } from "../doc-tags.js";
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
      .map((declaration) => `${canonical(declaration)}\n`);
    return createHash("sha256").update(lines.join("")).digest("hex");
  },
);

/** Written out as it is met: a sorted copy would take several times as long. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let members = "";
  for (const { key, start, fixed } of sortedKeys(value)) {
    const inner = (value as { readonly [key: string]: unknown })[key];
    if (inner === undefined && fixed === undefined) continue;
    const text =
      fixed ??
      (key === "doc" ? JSON.stringify(facts(inner as Doc)) : canonical(inner));
    members += members === "" ? start + text : `,${start}${text}`;
  }
  return `{${members}}`;
}

/** A member that is written, and how its text begins. */
interface SortedKey {
  readonly key: string;
  readonly start: string;
  /** Its text, where that is the same in every node of the kind. */
  readonly fixed: string | undefined;
}

/**
 * What nodes had in version 1 of the model, and what it was in all schemas that
 * are pinned: the fingerprint of a file outlives the version of the model.
 */
const FORMER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  alias: { typeParameters: "[]" },
  array: { readonly: "false" },
  index: { key: '{"kind":"primitive","name":"string"}' },
  interface: { typeParameters: "[]" },
  reference: { arguments: "[]" },
};

/** By the kind and the keys of a node, of which there are few. */
const sorted = new Map<string, readonly SortedKey[]>();

function sortedKeys(node: object): readonly SortedKey[] {
  const { kind } = node as { readonly kind?: string };
  const keys = Object.keys(node);
  const name = `${kind} ${keys.join()}`;
  let known = sorted.get(name);
  if (!known) {
    const former = FORMER[kind ?? ""] ?? {};
    known = [...keys, ...Object.keys(former)]
      .sort()
      .filter((key) => key !== "position")
      .map((key) => ({
        key,
        start: `${JSON.stringify(key === "doc" ? "tags" : key)}:`,
        fixed: former[key],
      }));
    sorted.set(name, known);
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
