/**
 * Layout of generated code. Text is built as documents of Prettier's own
 * printer, in the shapes that Prettier's TypeScript printer makes, so that it
 * is formatted by construction and never parsed again.
 */
import { builders, printer } from "prettier/doc";

export const {
  align,
  group,
  indent,
  indentIfBreak,
  lineSuffixBoundary,
  join,
  line,
  softline,
  hardline,
  ifBreak,
  breakParent,
} = builders;

export type Layout = builders.Doc;

/** Text of a document at Prettier's default width, starting at column 0. */
export function print(layout: Layout, printWidth = 80): string {
  return printer.printDocToString(layout, {
    printWidth,
    tabWidth: 2,
    useTabs: false,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]).formatted;
}
