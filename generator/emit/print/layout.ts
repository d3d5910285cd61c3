/**
 * Creates the layout of generated code as documents of Prettier's printer, with
 * the structure that Prettier's TypeScript printer produces. The generated code
 * therefore need not be parsed and formatted afterwards.
 */
import { builders, printer } from "prettier/doc";

export const { align, group, indent, join, line, softline, hardline, ifBreak } =
  builders;

export type Layout = builders.Doc;

/**
 * Concatenates layouts (documents of Prettier's printer). The result is a
 * string if all layouts are strings.
 */
export function beside(...layouts: readonly Layout[]): Layout {
  return layouts.every((layout) => typeof layout === "string")
    ? layouts.join("")
    : [...layouts];
}

/**
 * Returns layouts (documents of Prettier's printer) with a line break before
 * each layout. A single `breakParent` at the end breaks all enclosing groups,
 * and is faster than a `breakParent` for each line break.
 */
export function lines(layouts: readonly Layout[]): Layout {
  const { breakParent, hardlineWithoutBreakParent: lineEnd } = builders;
  const parts: Layout[] = [];
  for (const layout of layouts) parts.push(lineEnd, layout);
  parts.push(breakParent);
  return parts;
}

/**
 * Returns `{ … }` with each layout (Prettier document) on a separate line
 * between the braces.
 */
export function braced(
  layouts: readonly Layout[],
  [open, close]: readonly [string, string] = ["{", "}"],
): Layout {
  return [open, indent(lines(layouts)), hardline, close];
}

/**
 * Returns `open a, b close` on one line. If the line would be too long, each
 * part is printed on a separate line.
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
 * Returns `left = right`. The code breaks after the operator only if it would
 * otherwise be too long.
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

/** Returns whether a text fits within Prettier's default line width. */
export function fits(text: string): boolean {
  return text.length <= WIDTH;
}

/** Returns the text of a layout (Prettier document) that starts at column 0. */
export function print(layout: Layout, printWidth = WIDTH): string {
  return printer.printDocToString(layout, {
    printWidth,
    tabWidth: 2,
    useTabs: false,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]).formatted;
}
