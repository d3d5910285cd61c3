/**
 * Layout of generated code. Code is built as documents of Prettier's printer,
 * with the same structure that Prettier's TypeScript printer produces.
 * Generated code therefore need not be formatted, which would require parsing
 * it.
 */
import { builders, printer } from "prettier/doc";

export const { align, group, indent, join, line, softline, hardline, ifBreak } =
  builders;

export type Layout = builders.Doc;

/** Concatenates layouts. The result is a string if all layouts are strings. */
export function beside(...layouts: readonly Layout[]): Layout {
  return layouts.every((layout) => typeof layout === "string")
    ? layouts.join("")
    : [...layouts];
}

/**
 * Returns layouts with a line break before each layout. Surrounding groups must
 * break, too. One `breakParent` at the end has this effect, and is faster than
 * one for each line break.
 */
export function lines(layouts: readonly Layout[]): Layout {
  const { breakParent, hardlineWithoutBreakParent: lineEnd } = builders;
  const parts: Layout[] = [];
  for (const layout of layouts) parts.push(lineEnd, layout);
  parts.push(breakParent);
  return parts;
}

/** Returns `{ … }` with one layout on each line between the braces. */
export function braced(
  layouts: readonly Layout[],
  [open, close]: readonly [string, string] = ["{", "}"],
): Layout {
  return [open, indent(lines(layouts)), hardline, close];
}

/**
 * Returns `open a, b close` on one line, or with each part on a separate line
 * if the line would be too long.
 */
export function enclosed(
  open: Layout,
  parts: readonly Layout[],
  close: string,
  gap: Layout = softline,
): Layout {
  const list = indent([gap, join([",", line], [...parts])]);
  return group([open, list, ifBreak(","), gap, close]);
}

/** Returns the call `name(a, b)`. */
export function call(name: Layout, ...args: readonly Layout[]): Layout {
  if (args.length === 0) return [name, "()"];
  return enclosed(beside(name, "("), args, ")");
}

/**
 * Returns `left = right`. A line break follows the operator only if the code
 * does not fit otherwise.
 */
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

/** Prettier's default line width, in columns. */
const WIDTH = 80;

/** Returns whether a text fits on one line. */
export function fits(text: string): boolean {
  return text.length <= WIDTH;
}

/** Returns the text of a layout that starts at column 0. */
export function print(layout: Layout, printWidth = WIDTH): string {
  return printer.printDocToString(layout, {
    printWidth,
    tabWidth: 2,
    useTabs: false,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]).formatted;
}
