import { NO_DOC } from "../../model/build.js";
import { isKnownTag, wantedValue } from "../../model/doc-tags.js";
import type { Doc, DocTag } from "../../model/types.js";
import type { Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/**
 * Reader for the doc comments of one file. The reader records which comments it
 * has read, to find comments that belong to no declaration.
 */
export type DocReader = ReturnType<typeof createDocReader>;

/**
 * Creates a reader of doc comments. TypeScript's parser for doc comments is
 * unsuitable: it finds tags inside code blocks and rewrites the text.
 */
export function createDocReader(text: string, reporter: Reporter) {
  const starts = new Set<number>();

  return {
    /** Returns the last doc comment directly before `node`. */
    read(node: TS.Node): Doc {
      const last = docCommentBefore(node, text);
      if (!last) return NO_DOC;
      starts.add(last.pos);
      return parseDoc(text, last.pos, last.end, reporter);
    },

    /**
     * Warns about doc comments that have tags but do not precede a declaration
     * or member.
     */
    reportUnread(): void {
      const silent = { ...reporter, warning: () => undefined };
      for (const { pos, end } of unreadComments(text, starts)) {
        const { tags } = parseDoc(text, pos, end, silent);
        const [tag] = tags;
        if (tag)
          reporter.warning(
            "MCP141",
            pos,
            `No declaration or member follows the doc comment with @${tag.name}`,
          );
      }
    },
  };
}

/**
 * Returns the last doc comment before a node. A comment at the end of a line
 * belongs to the member before it on that line, so it is not returned.
 */
function docCommentBefore(
  { pos: start }: TS.Node,
  text: string,
): TS.CommentRange | undefined {
  const isDoc = ({ pos, end }: TS.CommentRange): boolean =>
    /^\/\*\*(?!\/)/.test(text.slice(pos, end));
  const own = ts.getLeadingCommentRanges(text, start)?.findLast(isDoc);
  const before = own
    ? undefined
    : ts.getTrailingCommentRanges(text, start)?.findLast(isDoc);
  const sameLine = before && /^[ \t]*[^\s/]/.test(text.slice(before.end));
  return own ?? (sameLine ? before : undefined);
}

/**
 * Returns the doc comments that were not read. Comment-like text inside strings
 * is excluded.
 */
function unreadComments(
  text: string,
  starts: ReadonlySet<number>,
): { pos: number; end: number }[] {
  return [...text.matchAll(COMMENT_OR_STRING)]
    .map(({ index: pos, 0: found }) => ({ pos, end: pos + found.length }))
    .filter(({ pos }) => text.startsWith("/**", pos) && !starts.has(pos));
}

const COMMENT_OR_STRING =
  /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`/g;

/**
 * Parses the text and the tags of the doc comment at `pos`. Unknown tags are
 * reported.
 */
function parseDoc(
  source: string,
  pos: number,
  end: number,
  reporter: Pick<Reporter, "warning" | "error">,
): Doc {
  const prose: string[] = [];
  const found: { name: string; lines: string[]; at: number }[] = [];
  let current = prose;
  let fence = "";
  for (const { offset, line } of commentLines(source, pos, end)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (mark && !fence) fence = mark;
    else if (fence && mark.startsWith(fence)) fence = "";
    if (fence || mark) {
      current.push(line);
      continue;
    }
    let from = 0;
    for (const { index, name } of tagStarts(line)) {
      if (index > from) current.push(line.slice(from, index));
      from = index + 1 + name.length;
      // Treat the text after `@description` as prose, like the text before the
      // first tag.
      current = name === "description" ? prose : [];
      if (current === prose) continue;
      found.push({ name, lines: current, at: offset + index });
      if (!isKnownTag(name))
        reporter.warning("MCP140", offset + index, `Unknown tag @${name}`);
    }
    current.push(line.slice(from));
  }
  const tags = found.map(({ name, lines, at }): DocTag => {
    const text = joined(lines);
    const wanted = wantedValue(name, text);
    if (wanted !== null)
      reporter.error("MCP142", at, `@${name} takes ${wanted}, not \`${text}\``);
    return { name, text };
  });
  const deprecated = tags.find(({ name }) => name === "deprecated");
  return {
    text: joined(prose),
    tags,
    deprecated: deprecated?.text ?? null,
    since: null,
  };
}

function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trim();
}

/**
 * Yields the lines of a comment without comment markers. Each line is yielded
 * with its offset in the file.
 */
function* commentLines(
  source: string,
  pos: number,
  end: number,
): Generator<{ offset: number; line: string }> {
  let offset = pos + 3;
  const lines = source.slice(offset, end - 2).split("\n");
  // If the lines of a comment do not start with a star, the comment may be
  // indented. The indentation of the first non-empty line after `/**` is
  // removed from all lines.
  const [, ...others] = lines;
  const margin = /^[ \t]*/.exec(
    others.find((line) => line.trim() !== "") ?? "",
  );
  for (const [index, raw] of lines.entries()) {
    const star = /^[ \t]*\* ?/.exec(raw) ?? [""];
    const indent = /^[ \t]*/.exec(raw.slice(0, margin?.[0].length)) ?? [""];
    const mark = index === 0 ? 0 : (star[0] || indent[0]).length;
    yield { offset: offset + mark, line: raw.slice(mark) };
    offset += raw.length + 1;
  }
}

/**
 * Returns the tags of a line with the position of their `@`. At the start of a
 * line, every name after `@` is a tag. In the rest of a line, only known names
 * are tags, because the text may mention an @handle. Code and inline tags such
 * as `{@link}` are ignored.
 */
function tagStarts(line: string): { index: number; name: string }[] {
  if (!line.includes("@")) return [];
  const masked = line.replace(/(`+).*?\1|\{@[^}]*\}?/g, (match) =>
    "x".repeat(match.length),
  );
  const starts: { index: number; name: string }[] = [];
  const pattern = /(^\s*|\s)@([A-Za-z][\w-]*)(?=(\s|$)|.)/g;
  for (let match = pattern.exec(masked); match; match = pattern.exec(masked)) {
    const [, before = "", name = "", blank] = match;
    const first = masked.slice(0, match.index + before.length).trim() === "";
    if (isKnownTag(name) || (first && blank !== undefined))
      starts.push({ index: match.index + before.length, name });
  }
  return starts;
}
