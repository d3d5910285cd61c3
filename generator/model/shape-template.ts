/** Template literal types as regular expressions. */
import { unionOf, type Shape } from "./shape.js";

/** More texts than these are told by a pattern. */
const MAX_TEXTS = 1000;

interface Span {
  readonly shape: Shape;
  readonly text: string;
}

/** The texts of a template, one by one where they are few, or by a pattern. */
export function templateShape(
  head: string,
  spans: readonly Span[],
  resolve: (name: string) => Shape,
): Shape {
  let texts: readonly string[] = [head];
  for (const { shape, text } of spans) {
    const values = valuesOf(shape, resolve);
    if (!values || texts.length * values.length > MAX_TEXTS)
      return {
        kind: "string",
        patterns: [templatePattern(head, spans, resolve)],
      };
    texts = texts.flatMap((before) =>
      values.map((value) => before + value + text),
    );
  }
  const literals = [...new Set(texts)];
  return unionOf(literals.map((value) => ({ kind: "literal", value })));
}

/** What stands in a hole that takes only so many texts; null for others. */
function valuesOf(
  shape: Shape,
  resolve: (name: string) => Shape,
): readonly string[] | null {
  switch (shape.kind) {
    case "literal":
      return [String(shape.value)];
    case "boolean":
      return ["false", "true"];
    case "undefined":
      return ["undefined"];
    case "union": {
      const all = shape.members.map((member) => valuesOf(member, resolve));
      return all.every((values) => values !== null) ? all.flat() : null;
    }
    case "named":
      return valuesOf(resolve(shape.name), resolve);
    default:
      return null;
  }
}

/** `data:${string};base64,${string}` as a pattern of whole strings. */
export function templatePattern(
  head: string,
  spans: readonly Span[],
  resolve: (name: string) => Shape,
): string {
  const parts = spans.map(
    ({ shape, text }) => hole(shape, resolve) + escape(text),
  );
  return `^${escape(head)}${parts.join("")}$`;
}

/** What may stand in a hole, as TypeScript writes values into strings. */
function hole(shape: Shape, resolve: (name: string) => Shape): string {
  switch (shape.kind) {
    case "string":
      return within(shape.patterns) ?? "[\\s\\S]*";
    case "number":
      return "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:e[+-]?\\d+)?";
    case "boolean":
      return "(?:true|false)";
    case "literal":
      return escape(String(shape.value));
    case "undefined":
      return "undefined";
    case "union":
      return `(?:${shape.members.map((m) => hole(m, resolve)).join("|")})`;
    case "named":
      return hole(resolve(shape.name), resolve);
    default:
      return "[\\s\\S]*";
  }
}

/** What a template literal type inside another one has between `^` and `$`. */
function within(patterns: readonly string[] = []): string | undefined {
  const inner = patterns[0]?.match(/^\^(.*)\$$/s)?.[1];
  return inner === undefined ? undefined : `(?:${inner})`;
}

/** Only what the `u` flag lets be escaped. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
