/** Types that are no objects, and the members that TypeScript gives them. */
import type { PrimitiveName, TemplateType, TypeNode } from "../model/types.js";

/** A type that can be told without names. */
export type PlainKind =
  "string" | "number" | "boolean" | "null" | "undefined" | "array";

const APPARENT: Readonly<Record<string, object>> = {
  string: String.prototype,
  number: Number.prototype,
  boolean: Boolean.prototype,
  array: Array.prototype,
};

/** Names of the members that values of a kind have of themselves. */
export function apparentMembers(kind: PlainKind): ReadonlySet<string> {
  return new Set(
    [APPARENT[kind] ?? {}, Object.prototype].flatMap((prototype) =>
      Object.getOwnPropertyNames(prototype),
    ),
  );
}

/** Whether a type is that primitive one. */
export function isPrimitive(
  type: TypeNode | null,
  name: PrimitiveName,
): boolean {
  return type?.kind === "primitive" && type.name === name;
}

/** Whether a text is of a template; null where its parts have to be known. */
export function fitsTemplate(
  text: string,
  { head, spans }: TemplateType,
): boolean | null {
  if (!spans.every(({ type }) => isPrimitive(type, "string"))) return null;
  const parts = [head, ...spans.map((span) => span.text)];
  const pattern = parts
    .map((part) => part.replace(/[^\w]/gu, (mark) => `\\u{${hex(mark)}}`))
    .join("[^]*");
  return new RegExp(`^${pattern}$`, "u").test(text);
}

function hex(mark: string): string {
  return (mark.codePointAt(0) ?? 0).toString(16);
}
