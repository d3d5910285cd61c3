/**
 * Parser for the YAML frontmatter of a file `SKILL.md`. It refuses anchors,
 * aliases and tags, so the size of the text limits the size of the value.
 */
import { decodeText } from "../features/resources/files.js";

/** Value of the frontmatter: any JSON value. */
type Json =
  string | number | boolean | null | Json[] | { [name: string]: Json };

/** Maximum number of characters of the frontmatter. */
const MAX_LENGTH = 65_536;
/** Maximum number of nested lists and maps in brackets. */
const MAX_NESTED = 8;

const ITEM = /^()-(?: +(.*))?$/;
const MEMBER = /^([A-Za-z_][\w./-]*|"[^"\\]*"|'[^']*') *:(?: +(.*))?$/;
const TEXT = /^([|>])(-?)(?: +#.*)?$/;
const QUOTED = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?:\s+#.*)?$/;
/** Quoted value without its closing quote. */
const UNCLOSED = /^(?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$/;
/**
 * Tokens of a list or map in brackets: quoted values, plain values and
 * brackets.
 */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[[\]{}]|[^\s[\]{},:"'](?:[^\s[\]{},:]|:(?!\s)|\s(?!#))*/g;
/**
 * Pattern of invalid plain values. They begin with characters that YAML
 * reserves, or contain a colon before a space or at the end.
 */
const RESERVED = /^(?:[&*!%@`[\]{},|>"'#]|[-?:](?:\s|$))|:(?:\s|$)/;
const NUMBER =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+|[-+]?\.inf|\.nan)$/i;

/**
 * Splits a file `SKILL.md` into its frontmatter and the text that follows.
 *
 * @throws Error with the line if the frontmatter is missing, invalid, or uses a
 *   part of YAML that is not supported.
 */
export function parseSkillFile(file: Uint8Array): {
  readonly frontmatter: Json;
  readonly body: string;
} {
  const decoded = decodeText(file)?.replace(/^\uFEFF/, "");
  if (decoded === undefined)
    throw new Error("The file is not text; save it in the encoding UTF-8");
  const text = decoded.replace(/\r\n?/g, "\n");
  const end = text.slice(3).search(/\n---[ \t]*(?:\n|$)/) + 3;
  if (!text.startsWith("---\n"))
    throw new Error("The file must start with frontmatter between --- lines");
  if (end < 3) throw new Error("The frontmatter has no closing line ---");
  if (end > MAX_LENGTH)
    throw new Error(`The frontmatter has more than ${MAX_LENGTH} characters`);
  const body = text.slice(end + 1).replace(/^---[ \t]*\n?/, "");
  return { frontmatter: parseYaml(text.slice(4, end).split("\n")), body };
}

function parseYaml(rows: readonly string[]): Json {
  const lines = rows.map((row) => {
    const text = row.trim();
    return { text, indent: row.search(/[^ ]|$/) };
  });
  let at = 0;
  let start = 0;

  /** Skips blank lines and comments. Returns the line that follows. */
  const next = () => {
    while (/^(?:#|$)/.test(lines[at]?.text ?? "-")) at += 1;
    start = at;
    if (/^ *\t/.test(rows[at] ?? ""))
      throw new Error("tabs cannot indent a line; use spaces");
    return lines[at];
  };

  /** Reads the lines of a map or a list, which have the same indentation. */
  const readBlock = (indent: number, isList: boolean): Json => {
    const entries = new Map<string, Json>();
    for (let line = next(); line?.indent === indent; line = next()) {
      const found = (isList ? ITEM : MEMBER).exec(line.text);
      if (isList && !found) break;
      if (!found) throw new Error("expected `name: value`");
      const [, key = "", value = ""] = found;
      const name = isList ? `${at}` : key.replace(/^(["'])(.*)\1$/, "$2");
      if (entries.has(name)) throw new Error(`the name ${name} occurs twice`);
      if (isList && MEMBER.test(value)) {
        // A map in a list starts on the line of the hyphen. The text after the
        // hyphen is read as the first member of the map.
        const inner = indent + line.text.length - value.length;
        lines[at] = { indent: inner, text: value };
        entries.set(name, readBlock(inner, false));
        continue;
      }
      at += 1;
      entries.set(name, readValue(value, indent, isList));
    }
    // Unlike assignment, `fromEntries` also creates a member `__proto__`.
    return isList ? [...entries.values()] : Object.fromEntries(entries);
  };

  /**
   * Reads the value after `name:` or `-`. `first` is the text on the same line.
   * The items of a list may have the indentation of the list's name.
   */
  const readValue = (first: string, indent: number, isItem: boolean): Json => {
    if (/^(?:#|$)/.test(first)) {
      const line = next();
      const isList = ITEM.test(line?.text ?? "");
      const isNested =
        line && line.indent >= indent + (isList && !isItem ? 0 : 1);
      if (!isNested) return null;
      if (isList || MEMBER.test(line.text))
        return readBlock(line.indent, isList);
      at += 1;
      return readValue(line.text, indent, isItem);
    }
    const [, style, chomp] = TEXT.exec(first) ?? [];
    const from = at;
    const found = lines.slice(at).find(({ text }) => text)?.indent ?? 0;
    const own = found > indent ? found : Infinity;
    const least = style === undefined ? indent + 1 : own;
    let last = first;
    for (let line = lines[at]; line; line = lines[(at += 1)]) {
      if (line.text !== "" && line.indent < least) break;
      // A plain (unquoted) value does not continue after a comment.
      if (!style && (/\s#/.test(last) || line.text.startsWith("#"))) break;
      last = line.text;
    }
    if (style === undefined) {
      const texts = [first, ...lines.slice(from, at).map(({ text }) => text)];
      return parseScalar(fold(texts.join("\n").trimEnd()));
    }
    const block = rows.slice(from, at).map((row) => row.slice(own));
    const text = block.join("\n").replace(/\n+$/, "");
    return (style === "|" ? text : fold(text)) + (chomp || !text ? "" : "\n");
  };

  try {
    const map = readBlock(next()?.indent ?? 0, false);
    if (next()) throw new Error("unexpected indentation");
    return map;
  } catch (cause) {
    const text = `Line ${start + 2} of SKILL.md: ${(cause as Error).message}`;
    throw new Error(text, { cause });
  }
}

/**
 * Joins lines with a space, as YAML does. Empty lines are kept as line breaks,
 * and lines that start with a space are not joined. The pattern has no
 * lookbehind, which would take quadratic time for a long line.
 */
function fold(text: string): string {
  return text.replace(
    /^(\S.*)\n(\n*)(?=\S)/gm,
    (_, line: string, gap: string) => line + (gap || " "),
  );
}

/** Returns the value of a text by the core schema of YAML 1.2. */
function parseScalar(text: string): Json {
  if (/^[[{]/.test(text)) return parseBrackets(text);
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted?.startsWith("'")) return quoted.slice(1, -1).replaceAll("''", "'");
  // Only the escapes that JSON also has are supported, so the JSON parser reads
  // the quoted text.
  if (quoted)
    return parseJson(quoted.replaceAll("\t", "\\t").replaceAll("\n", "\\n"));
  if (UNCLOSED.test(text))
    throw new Error(`the value ${text.slice(0, 60)} has no closing quote`);
  const plain = text.replace(/\s#.*$/, "").trimEnd();
  if (RESERVED.test(plain))
    throw new Error(
      `the value ${plain.slice(0, 60)} must be in quotes; anchors, aliases and tags are not supported`,
    );
  if (/^(?:null|Null|NULL|~)$/.test(plain)) return null;
  if (/^(?:true|True|TRUE)$/.test(plain)) return true;
  if (/^(?:false|False|FALSE)$/.test(plain)) return false;
  if (!NUMBER.test(plain)) return plain;
  if (Number.isFinite(Number(plain))) return Number(plain);
  throw new Error(`${plain} is not a JSON value`);
}

/** Returns a list or a map in brackets, such as `[a, "b"]` or `{"a": 1}`. */
function parseBrackets(text: string): Json {
  let depth = 0;
  const json = text.replace(/(?<=[\]}])\s+#.*$/, "").replace(TOKEN, (token) => {
    if (!"[]{}".includes(token))
      return JSON.stringify(parseScalar(token.trim()));
    depth += "[{".includes(token) ? 1 : -1;
    if (depth <= MAX_NESTED) return token;
    throw new Error(`more than ${MAX_NESTED} nested values`);
  });
  return parseJson(json);
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Error(`${text.slice(0, 60)} is not a valid text, list or map`);
  }
}
