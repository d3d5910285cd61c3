/**
 * Doc comments: the one place that makes them, and so the one place that
 * keeps foreign text from ending a comment early.
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

/** A doc that is only prose. */
export function prose(text: string): Doc {
  return { ...NO_DOC, text };
}

/**
 * The JSDoc block of `doc`, at column 0 and without a line end after it:
 * `/** text *\/` on one line when it fits, else a line for each line. Tags
 * come in source order, then `@deprecated` and `@since` where none of them is that.
 * Null when there is nothing to say.
 */
export function docComment(doc: Doc): string | null {
  const layout = docLayout(doc);
  return layout === null ? null : print(layout);
}

/** The same as a layout, to stand inside another one at any indentation. */
export function docLayout(doc: Doc): Layout | null {
  const texts = docLines(doc);
  const [only] = texts;
  if (only === undefined) return null;
  if (texts.length > 1) {
    const body = texts.map((text) => (text === "" ? " *" : ` * ${text}`));
    return ["/**", lines([...body, " */"])];
  }
  return group(["/**", line, ifBreak(" * "), only, line, ifBreak(" */", "*/")]);
}

/** Whether there is anything to say. */
export function isDocumented(doc: Doc): boolean {
  return docLines(doc).length > 0;
}

/** `layout` below its doc comment, or alone when there is none. */
export function documented(doc: Doc, layout: Layout): Layout {
  const comment = docLayout(doc);
  return comment === null ? layout : [comment, hardline, layout];
}

/** The comment's lines without its marks, escaped and trimmed. */
const docLines = memoizeByObject((doc: Doc): readonly string[] => {
  const text = commentLines(doc.text);
  const tags = allTags(doc).flatMap(tagLines);
  const gap = text.length > 0 && tags.length > 0 ? [""] : [];
  return [...text, ...gap, ...tags];
});

/** A code fence starts a line of its own, or it would not be one. */
function tagLines({ name, text }: DocTag): string[] {
  const gap = /^\s*(```|~~~)/.test(text) ? "\n" : " ";
  return commentLines(`@${name}${gap}${text}`);
}

function allTags(doc: Doc): DocTag[] {
  const tags = [...doc.tags];
  for (const name of ["deprecated", "since"] as const) {
    const text = doc[name];
    if (text !== null && !tags.some((tag) => tag.name === name))
      tags.push({ name, text });
  }
  return tags;
}

function commentLines(text: string): string[] {
  const all = text
    .replaceAll("*/", "*\\/")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd());
  while (all[0] === "") all.shift();
  while (all.at(-1) === "") all.pop();
  return all;
}
