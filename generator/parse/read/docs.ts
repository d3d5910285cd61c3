import { NO_DOC } from "../../model/build.js";
import { isKnownTag, wantedValue } from "../../model/doc-tags.js";
import type { Doc, DocTag } from "../../model/types.js";
import type { Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/** Reads the doc comments of one file, and knows which it has not read. */
export type DocReader = ReturnType<typeof createDocReader>;

/**
 * Comments are read here and not by TypeScript, because its parser takes tags
 * out of code blocks and rewrites the text.
 */
export function createDocReader(text: string, reporter: Reporter) {
  const starts = new Set<number>();

  return {
    /** The last doc comment directly before `node`. */
    read(node: TS.Node): Doc {
      const last = docCommentBefore(node, text);
      if (!last) return NO_DOC;
      starts.add(last.pos);
      return parseDoc(text, last.pos, last.end, reporter);
    },

    /** Warns of comments with tags that stand before nothing. */
    reportUnread(): void {
      const silent = { ...reporter, warning: () => undefined };
      for (const { pos, end } of unreadComments(text, starts)) {
        const { tags } = parseDoc(text, pos, end, silent);
        const [tag] = tags;
        if (tag)
          reporter.warning(
            "MCP141",
            pos,
            `The doc comment with @${tag.name} stands before no declaration or member`,
          );
      }
    },
  };
}

/**
 * The last doc comment before a node. One on the line of what goes before is
 * about that (`a: string; /** of a *\/`), unless the node is there as well.
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

/** Doc comments that start elsewhere, and are not part of a string. */
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

/** Text and tags of the comment at `pos`; unknown tags are reported. */
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
      // What it marks is what stands before the tags elsewhere.
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

/** The lines of a comment without its marks, with their offsets in the file. */
function* commentLines(
  source: string,
  pos: number,
  end: number,
): Generator<{ offset: number; line: string }> {
  let offset = pos + 3;
  const lines = source.slice(offset, end - 2).split("\n");
  // Without stars, lines are indented as far as the first of them.
  const [, ...others] = lines;
  const margin = /^[ \t]*/.exec(others.find((l) => l.trim() !== "") ?? "");
  for (const [index, raw] of lines.entries()) {
    const star = /^[ \t]*\* ?/.exec(raw) ?? [""];
    const indent = /^[ \t]*/.exec(raw.slice(0, margin?.[0].length)) ?? [""];
    const mark = index === 0 ? 0 : (star[0] || indent[0]).length;
    yield { offset: offset + mark, line: raw.slice(mark) };
    offset += raw.length + 1;
  }
}

/**
 * The tags of a line, and where their `@` stands. At the start of the line every
 * name counts; further on only a known one does, as prose may well mention
 * somebody's @handle. Code and inline tags (`{@link X}`) hold none.
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
