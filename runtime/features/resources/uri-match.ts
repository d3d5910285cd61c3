import { percentEncode } from "./uri-template.js";
import type { Expression, UriTemplate } from "./uri-template.js";

/**
 * Values that a URI contains for the variables of a template. The value of
 * `{/x*}` is an array.
 */
export interface TemplateMatch {
  readonly [name: string]: MatchedValue;
}

type MatchedValue = string | readonly string[];

const MAX_URI = 131_072;

/**
 * Returns a function that extracts the values of a template's variables from a
 * URI. The function returns `null` if the URI does not match the template.
 *
 * If a URI can be divided between the variables in several ways, earlier
 * variables receive the longer text. URIs of more than 131,072 characters never
 * match, because matching needs memory for each combination of template part
 * and character.
 *
 * @throws TypeError if the template uses a variable twice, or has an expression
 *   other than `{x}`, `{+x}`, `{/x*}` and `{?x,y}`. The values of other
 *   expressions cannot be determined from a URI.
 */
export function createUriMatcher(
  template: UriTemplate,
): (uri: string) => TemplateMatch | null {
  const { names, parts, text } = template;
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    throw new TypeError(
      `The template ${text} uses the variable ${twice} twice; use each variable once`,
    );
  }
  const all = parts.map((part) =>
    typeof part === "string"
      ? percentEncode(part, true)
      : createValueMatcher(part, text),
  );
  const prefix = typeof all[0] === "string" ? all[0] : "";
  const pieces = prefix === "" ? all : all.slice(1);
  return (uri) => {
    if (uri.length > MAX_URI || !uri.startsWith(prefix)) return null;
    const found = divideText(uri.slice(prefix.length), pieces);
    if (!found) return null;
    const values = new Map<string, MatchedValue>();
    const fits = pieces.every(
      (piece, index) =>
        typeof piece === "string" || piece.read(found[index] ?? "", values),
    );
    return fits ? Object.fromEntries(values) : null;
  };
}

/**
 * Divides a URI between the parts of a template. Returns `null` if the URI does
 * not match.
 *
 * The parts are processed from the last to the first. For each offset, the loop
 * finds how far the part may extend so that the rest of the URI still matches.
 * The loop takes one step per part and offset, whereas a regular expression
 * would backtrack through every division.
 */
function divideText(
  text: string,
  pieces: readonly TemplatePiece[],
): string[] | null {
  const ends: Int32Array[] = [];
  let rest = new Int32Array(text.length + 1).fill(NONE);
  rest[text.length] = text.length;
  for (const piece of [...pieces].reverse()) {
    const reached = new Int32Array(text.length + 1).fill(NONE);
    if (typeof piece === "string") markText(text, piece, rest, reached);
    else markValue(text, piece, rest, reached);
    ends.unshift(reached);
    rest = reached;
  }
  if (rest[0] === NONE) return null;
  let start = 0;
  return ends.map((reached) => {
    const end = reached[start] as number;
    const found = text.slice(start, end);
    start = end;
    return found;
  });
}

/**
 * Marker for an offset at which a part of the template cannot start, because
 * the rest of the URI would not match.
 */
const NONE = -1;

function markText(
  text: string,
  piece: string,
  rest: Int32Array,
  reached: Int32Array,
): void {
  let start = text.indexOf(piece);
  while (start !== -1) {
    const end = start + piece.length;
    if (rest[end] !== NONE) reached[start] = end;
    start = text.indexOf(piece, start + 1);
  }
}

function markValue(
  text: string,
  { first, excluded }: ValueMatcher,
  rest: Int32Array,
  reached: Int32Array,
): void {
  let farthest = NONE;
  for (let start = text.length; start >= 0; start--) {
    const next = text.charAt(start);
    const isFitting = rest[start] !== NONE;
    if (excluded.includes(next)) farthest = NONE;
    if (farthest === NONE && isFitting) farthest = start;
    if (first === "" || next === first) reached[start] = farthest;
    else if (isFitting) reached[start] = start;
  }
}

/**
 * Part of a URI template: literal text, or a matcher for the value of an
 * expression.
 */
type TemplatePiece = string | ValueMatcher;

interface ValueMatcher {
  /**
   * First character of each non-empty value, or `""` if values may start with
   * any character.
   */
  readonly first: string;
  /** Characters that the value cannot contain. */
  readonly excluded: string;
  /**
   * Decodes the matched text and stores the values of the variables in `into`.
   * Returns `false` if the text is not a valid value.
   */
  readonly read: (found: string, into: Map<string, MatchedValue>) => boolean;
}

/**
 * Returns a matcher that finds and decodes the value of an expression in a URI.
 */
function createValueMatcher(part: Expression, template: string): ValueMatcher {
  const { operator, variables } = part;
  const [only] = variables;
  const simple =
    variables.length === 1 && only !== undefined && only.prefix === undefined;
  if (simple && !only.explode && (operator === "" || operator === "+")) {
    return {
      first: "",
      excluded: operator === "" ? "/?#" : "?#",
      read: (found, into) => storeValue(into, only.name, decodePercent(found)),
    };
  }
  if (simple && only.explode && operator === "/") {
    return {
      first: "/",
      excluded: "?#",
      read: (found, into) => {
        const segments = found.split("/").slice(1).map(decodePercent);
        if (segments.includes(null)) return false;
        into.set(only.name, segments as string[]);
        return true;
      },
    };
  }
  const plain = variables.every(
    (variable) => !variable.explode && !variable.prefix,
  );
  if (operator === "?" && plain) {
    const names = new Set(variables.map(({ name }) => name));
    return {
      first: "?",
      excluded: "#",
      read: (found, into) =>
        found
          .slice(1)
          .split("&")
          .every((pair) => {
            const [key = "", ...value] = pair.split("=");
            return (
              !names.has(key) ||
              storeValue(into, key, decodePercent(value.join("=")))
            );
          }),
    };
  }
  throw new TypeError(
    `The template ${template} has an expression that cannot be matched; use {x}, {+x}, {/x*} or {?x,y}`,
  );
}

function storeValue(
  into: Map<string, MatchedValue>,
  name: string,
  value: string | null,
): boolean {
  if (value === null) return false;
  into.set(name, value);
  return true;
}

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
