/** Template literal types as regular expressions. */
import type { Shape } from "./shape.js";

/** `data:${string};base64,${string}` as a pattern of whole strings. */
export function templatePattern(
  head: string,
  spans: readonly { readonly shape: Shape; readonly text: string }[],
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
