/** Values of YAML 1.2 with the core schema that fit on one line. */

/** Value of the frontmatter: any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Double-quoted or single-quoted value at the start of a text. */
const QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')/;

/** Comment, or the end of the text. */
const LINE_END = /^(?:\s+#.*|\s*)$/;

/** Start of a plain value that YAML reserves or that is not supported. */
const RESERVED = /^(?:[&*!%@`{}[\],|>"'#]|[-?:](?:\s|$))/;

/**
 * Reads a quoted value at the start of a text. Returns the value and the text
 * that follows, or `undefined` if the text does not start with a quote.
 *
 * @throws Error if the closing quote is missing or an escape is not supported.
 */
export function readQuoted(
  text: string,
): { readonly value: string; readonly rest: string } | undefined {
  if (!/^["']/.test(text)) return undefined;
  const [found, double, single = ""] = QUOTED.exec(text) ?? [];
  if (found === undefined)
    throw new Error("a quoted value must end on the same line");
  const rest = text.slice(found.length);
  return {
    // The supported escapes of YAML are the escapes of JSON.
    value:
      double === undefined
        ? single.replaceAll("''", "'")
        : (JSON.parse(`"${double.replaceAll("\t", "\\t")}"`) as string),
    rest: LINE_END.test(rest) ? "" : rest,
  };
}

/**
 * Returns the value of a plain text: null, a boolean, a number or a string.
 *
 * @throws Error if the text has a meaning in YAML that is not supported.
 */
export function parsePlain(text: string): Json {
  if (RESERVED.test(text))
    throw new Error(
      `a value that starts with ${text[0]} must be in quotes; anchors, aliases, tags and flow maps are not supported`,
    );
  if (/:(?:\s|$)/.test(text))
    throw new Error('a value that contains ": " must be in quotes');
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text))
    return text.toLowerCase() === "true";
  if (/^[-+]?\d+$|^0o[0-7]+$|^0x[\da-fA-F]+$/.test(text)) return Number(text);
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text))
    return Number(text);
  if (/^(?:[-+]?\.inf|\.nan)$/i.test(text))
    throw new Error(`${text} is not a JSON value`);
  return text;
}

/**
 * Parses a list such as `[a, "b"]`, which contains no lists and maps.
 *
 * @throws Error if the list does not end on the same line.
 */
export function parseFlowList(text: string): Json[] {
  const items: Json[] = [];
  let rest = text.slice(1).trimStart();
  while (!rest.startsWith("]")) {
    const quoted = readQuoted(rest);
    const [plain = ""] = /^[^,[\]{}]*/.exec(rest) ?? [];
    items.push(quoted ? quoted.value : parsePlain(plain.trim()));
    rest = (quoted ? quoted.rest : rest.slice(plain.length)).trimStart();
    if (rest.startsWith(",")) rest = rest.slice(1).trimStart();
    else if (!rest.startsWith("]"))
      throw new Error(
        "a list in brackets must end on the same line and contain no lists and maps",
      );
  }
  if (!LINE_END.test(rest.slice(1)))
    throw new Error("unexpected text after a list");
  return items;
}
