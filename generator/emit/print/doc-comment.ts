/**
 * Prints the doc comments of generated code. All doc comments are printed by
 * this module, so that no schema text can end a comment early.
 */
import { NO_DOC } from "../../model/build.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import type { Doc, DocTag } from "../../model/types.js";
import {
  group,
  hardline,
  ifBreak,
  line,
  lines,
  print,
  type Layout,
} from "./layout.js";

/** Returns a doc comment that consists only of text. */
export function createDoc(text: string): Doc {
  return { ...NO_DOC, text };
}

/**
 * Returns the JSDoc comment without indentation or a final newline, or null if
 * `doc` is empty. A short comment is printed on one line. Tags are in the order
 * of the schema. `@deprecated` and `@since` are added at the end unless the
 * schema already has these tags.
 */
export function printDocComment(doc: Doc): string | null {
  const layout = docLayout(doc);
  return layout === null ? null : print(layout);
}

/**
 * Returns the JSDoc comment as an indentable layout (Prettier document), or
 * null if `doc` is empty.
 */
function docLayout(doc: Doc): Layout | null {
  const texts = getDocLines(doc);
  const [only] = texts;
  if (only === undefined) return null;
  if (texts.length > 1) {
    const body = texts.map((text) => (text === "" ? " *" : ` * ${text}`));
    return ["/**", lines([...body, " */"])];
  }
  return group(["/**", line, ifBreak(" * "), only, line, ifBreak(" */", "*/")]);
}

/** Returns whether the doc comment has any text or tags. */
export function isDocumented(doc: Doc): boolean {
  return getDocLines(doc).length > 0;
}

/**
 * Returns `layout` with its doc comment above, or `layout` alone if `doc` is
 * empty.
 */
export function documented(doc: Doc, layout: Layout): Layout {
  const comment = docLayout(doc);
  return comment === null ? layout : [comment, hardline, layout];
}

/**
 * Returns the lines of a doc comment without comment markers. The lines are
 * trimmed and escaped, so that none of them ends the comment.
 */
const getDocLines = memoizeByObject((doc: Doc): readonly string[] => {
  const text = splitLines(doc.text);
  const tags = getTags(doc).flatMap(getTagLines);
  const gap = text.length > 0 && tags.length > 0 ? [""] : [];
  return [...text, ...gap, ...tags];
});

/**
 * Returns the lines of a tag. If the text of the tag starts with a Markdown
 * code fence, the fence starts on a new line. Otherwise Markdown would not
 * recognize it.
 */
function getTagLines({ name, text }: DocTag): string[] {
  const gap = /^\s*(```|~~~)/.test(text) ? "\n" : " ";
  return splitLines(`@${name}${gap}${text}`);
}

function getTags(doc: Doc): DocTag[] {
  const tags = [...doc.tags];
  for (const name of ["deprecated", "since"] as const) {
    const text = doc[name];
    if (text !== null && !tags.some((tag) => tag.name === name))
      tags.push({ name, text });
  }
  return tags;
}

function splitLines(text: string): string[] {
  const all = text
    .replaceAll("*/", "*\\/")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd());
  while (all[0] === "") all.shift();
  while (all.at(-1) === "") all.pop();
  return all;
}
