/**
 * Parser for the YAML frontmatter of a file `SKILL.md`. It supports a subset of
 * YAML without anchors, aliases and tags, so the size of the value is limited
 * by the size of the text.
 */
import { parseFlowList, parsePlain, readQuoted } from "./yaml-scalar.js";
import type { Json } from "./yaml-scalar.js";

/** Frontmatter and Markdown text of a file `SKILL.md`. */
export interface ParsedSkillFile {
  readonly frontmatter: { readonly [name: string]: Json };
  readonly body: string;
}

/** Maximum number of characters of the frontmatter. */
const MAX_LENGTH = 65_536;
/** Maximum number of nested lists and maps. */
const MAX_NESTED = 8;

const KEY = /^([A-Za-z0-9_][\w./-]*|"[^"\\]*"|'[^']*') *:(?: +|$)(.*)$/;
const ITEM = /^-(?: +|$)(.*)$/;
/**
 * White space and a comment at the end of a text. The lookbehind keeps the
 * search linear: without it, each space of a long gap would start a search.
 */
const COMMENT = /(?<!\s)\s+#.*$/;

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * Splits a file `SKILL.md` into its frontmatter and the text that follows.
 *
 * @throws Error with the line if the frontmatter is missing, invalid, or uses a
 *   part of YAML that is not supported.
 */
export function parseSkillFile(file: string): ParsedSkillFile {
  const text = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const end = text.slice(3).search(/\n---[ \t]*(?:\n|$)/) + 3;
  if (!text.startsWith("---\n") || end < 3)
    throw new Error(
      "The file does not start with frontmatter between --- lines",
    );
  if (end > MAX_LENGTH)
    throw new Error(`The frontmatter has more than ${MAX_LENGTH} characters`);
  const body = text.slice(end + 1).replace(/^---[ \t]*\n?/, "");
  return { frontmatter: new Parser(text.slice(4, end)).parse(), body };
}

class Parser {
  readonly #lines: readonly Line[];
  /** Index of the line to read next. */
  #at = 0;
  /** Index of the line where the current value starts. */
  #start = 0;

  constructor(text: string) {
    this.#lines = text.split("\n").map((line) => {
      const content = line.replace(/^ +/, "");
      return { indent: line.length - content.length, text: content.trimEnd() };
    });
  }

  parse(): { readonly [name: string]: Json } {
    try {
      const map = this.#map(this.#next()?.indent ?? 0, 0);
      if (this.#next()) throw new Error("unexpected indentation");
      return map;
    } catch (error) {
      const line = `Line ${this.#start + 2} of SKILL.md`;
      throw new Error(`${line}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Skips blank lines and comments. Returns the line that follows. */
  #next(): Line | undefined {
    while (/^(?:#|$)/.test(this.#lines[this.#at]?.text ?? "-")) this.#at += 1;
    this.#start = this.#at;
    const line = this.#lines[this.#at];
    if (line?.text.startsWith("\t"))
      throw new Error("tabs cannot indent a line; use spaces");
    return line;
  }

  #map(indent: number, depth: number): { readonly [name: string]: Json } {
    const map = new Map<string, Json>();
    for (
      let line = this.#next();
      line?.indent === indent;
      line = this.#next()
    ) {
      const [, key, rest = ""] = KEY.exec(line.text) ?? [];
      const name = key?.replace(/^(["'])(.*)\1$/, "$2");
      if (name === undefined) throw new Error("expected `name: value`");
      if (map.has(name)) throw new Error(`the name ${name} occurs twice`);
      map.set(name, this.#value(rest, indent, depth, true));
    }
    // Unlike assignment, `fromEntries` also creates a member `__proto__`.
    return Object.fromEntries(map);
  }

  #list(indent: number, depth: number): Json[] {
    const items: Json[] = [];
    for (
      let line = this.#next();
      line?.indent === indent;
      line = this.#next()
    ) {
      const [, item] = ITEM.exec(line.text) ?? [];
      if (item === undefined) break;
      items.push(this.#value(item, indent, depth, false));
    }
    return items;
  }

  /**
   * Reads the value after `name:` or `-`. `rest` is the text on the same line.
   * The items of a list may have the indentation of the list's name.
   */
  #value(rest: string, indent: number, depth: number, named: boolean): Json {
    this.#at += 1;
    if (/^[|>]/.test(rest)) return this.#blockText(rest, indent);
    if (rest === "" || rest.startsWith("#")) {
      const line = this.#next();
      if (depth >= MAX_NESTED)
        throw new Error(`more than ${MAX_NESTED} nested values`);
      if (ITEM.test(line?.text ?? "")) {
        const nested = line && line.indent >= indent + (named ? 0 : 1);
        return nested ? this.#list(line.indent, depth + 1) : null;
      }
      const nested = line && line.indent > indent;
      return nested ? this.#map(line.indent, depth + 1) : null;
    }
    const quoted = readQuoted(rest);
    if (quoted?.rest) throw new Error("unexpected text after a quoted value");
    if (quoted) return quoted.value;
    return rest.startsWith("[")
      ? parseFlowList(rest)
      : this.#plain(rest, indent);
  }

  /**
   * Reads a plain value, which may continue on indented lines. A comment ends
   * the value.
   */
  #plain(first: string, indent: number): Json {
    let text = first;
    let last = first;
    for (let blank = 0; !COMMENT.test(last); this.#at += 1) {
      const line = this.#lines[this.#at];
      const ends = line && line.text !== "" && line.indent <= indent;
      if (!line || ends || line.text.startsWith("#")) break;
      if (line.text === "") blank += 1;
      else {
        last = line.text;
        text += (blank > 0 ? "\n".repeat(blank) : " ") + last;
        blank = 0;
      }
    }
    return parsePlain(text.replace(COMMENT, ""));
  }

  /** Reads a literal (`|`) or folded (`>`) text. */
  #blockText(header: string, indent: number): string {
    const [, style, chomp] = /^([|>])([-+]?)(?:\s+#.*)?$/.exec(header) ?? [];
    if (style === undefined)
      throw new Error(`the block header ${header} is not supported`);
    const first = this.#lines.slice(this.#at).find(({ text }) => text !== "");
    const own = first && first.indent > indent ? first.indent : Infinity;
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] as Line;
      if (line.text !== "" && line.indent < own) break;
      lines.push(line.text && " ".repeat(line.indent - own) + line.text);
    }
    const last = lines.findLastIndex((line) => line !== "") + 1;
    const content = lines.slice(0, last).join("\n");
    // A line break between two lines that are not indented becomes a space.
    const text =
      style === "|"
        ? content
        : content.replace(/(?<=^\S.*)\n(\n*)(?=\S)/gm, (_, blank: string) =>
            blank === "" ? " " : blank,
          );
    const end = chomp === "+" ? lines.length - last : 0;
    return text + "\n".repeat(chomp === "-" ? 0 : end + (last > 0 ? 1 : 0));
  }
}
