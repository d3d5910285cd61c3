/**
 * Layout of generated code. Text is built as documents of Prettier's own
 * printer, in the shapes that Prettier's TypeScript printer makes, so that it
 * is formatted by construction and never parsed again.
 */
import { builders, printer } from "prettier/doc";

export const { align, group, indent, join, line, softline, hardline, ifBreak } =
  builders;

export type Layout = builders.Doc;

/** Layouts side by side: one string where all of them are strings. */
export function beside(...layouts: readonly Layout[]): Layout {
  return layouts.every((one) => typeof one === "string")
    ? layouts.join("")
    : [...layouts];
}

/**
 * Layouts with a line end before each. One `breakParent` at the end makes the
 * groups around them break; one for each line would only cost the printer time.
 */
export function lines(layouts: readonly Layout[]): Layout {
  const { breakParent, hardlineWithoutBreakParent: lineEnd } = builders;
  const parts: Layout[] = [];
  for (const layout of layouts) parts.push(lineEnd, layout);
  parts.push(breakParent);
  return parts;
}

/** `{ … }` with a line for each. */
export function braced(
  layouts: readonly Layout[],
  [open, close]: readonly [string, string] = ["{", "}"],
): Layout {
  return [open, indent(lines(layouts)), hardline, close];
}

/** `open a, b close` on one line, or with a line for each. */
export function enclosed(
  open: Layout,
  parts: readonly Layout[],
  close: string,
  gap: Layout = softline,
): Layout {
  const list = indent([gap, join([",", line], [...parts])]);
  return group([open, list, ifBreak(","), gap, close]);
}

/** `name(a, b)` */
export function call(name: Layout, ...args: readonly Layout[]): Layout {
  if (args.length === 0) return [name, "()"];
  return enclosed(beside(name, "("), args, ")");
}

/** `left = right`, broken after the `=` only where nothing else helps. */
export function assigned(
  left: Layout,
  right: Layout,
  operator: " =" | ":" = " =",
): Layout {
  const { indentIfBreak, lineSuffixBoundary } = builders;
  const id = Symbol("assignment");
  return group([
    group(left),
    operator,
    group(indent(line), { id }),
    lineSuffixBoundary,
    indentIfBreak(right, { groupId: id }),
  ]);
}

/** Prettier's default width. */
const WIDTH = 80;

/** Whether a line of text is short enough. */
export function fits(text: string): boolean {
  return text.length <= WIDTH;
}

/** Text of a document at Prettier's default width, starting at column 0. */
export function print(layout: Layout, printWidth = WIDTH): string {
  return printer.printDocToString(layout, {
    printWidth,
    tabWidth: 2,
    useTabs: false,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]).formatted;
}
