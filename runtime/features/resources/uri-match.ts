import { encode } from "./uri-template.js";
import type { Expression, UriTemplate } from "./uri-template.js";

/** What a URI gave for each variable; an array for `{/x*}`. */
export interface TemplateMatch {
  readonly [name: string]: MatchedValue;
}

type MatchedValue = string | readonly string[];

const MAX_URI = 131_072;

/**
 * A function that gives the variables of a URI, or null when it does not fit.
 * Where several ways fit, the earlier variable has the longer text. What is
 * longer than 131,072 characters does not fit: matching takes memory for each
 * part and character.
 *
 * @throws TypeError for expressions other than `{x}`, `{+x}`, `{/x*}` and
 *   `{?x,y}`, and for a variable that stands twice: a URI does not tell what
 *   they stand for.
 */
export function uriMatcher(
  template: UriTemplate,
): (uri: string) => TemplateMatch | null {
  const { names, parts, text } = template;
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    throw new TypeError(
      `${text} has the variable ${twice} twice; URIs can be matched with it once`,
    );
  }
  const all = parts.map((part) =>
    typeof part === "string"
      ? encode(part, true)
      : matchedExpression(part, text),
  );
  const prefix = typeof all[0] === "string" ? all[0] : "";
  const pieces = prefix === "" ? all : all.slice(1);
  return (uri) => {
    if (uri.length > MAX_URI || !uri.startsWith(prefix)) return null;
    const found = divide(uri.slice(prefix.length), pieces);
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
 * The text of each piece, or null when they do not fit.
 *
 * From the last piece to the first, finds how far the piece reaches from each
 * offset so that the rest fits. The work is one step for each piece and
 * offset, where a regular expression would try all ways to divide the text.
 */
function divide(text: string, pieces: readonly Piece[]): string[] | null {
  const ends: Int32Array[] = [];
  let rest = new Int32Array(text.length + 1).fill(NONE);
  rest[text.length] = text.length;
  for (const piece of [...pieces].reverse()) {
    const reached = new Int32Array(text.length + 1).fill(NONE);
    if (typeof piece === "string") reachText(text, piece, rest, reached);
    else reachValue(text, piece, rest, reached);
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

/** Marks an offset from which the rest does not fit. */
const NONE = -1;

function reachText(
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

function reachValue(
  text: string,
  { first, without }: Value,
  rest: Int32Array,
  reached: Int32Array,
): void {
  let farthest = NONE;
  for (let start = text.length; start >= 0; start--) {
    const next = text.charAt(start);
    const isFitting = rest[start] !== NONE;
    if (without.includes(next)) farthest = NONE;
    if (farthest === NONE && isFitting) farthest = start;
    if (first === "" || next === first) reached[start] = farthest;
    else if (isFitting) reached[start] = start;
  }
}

/** What a template has one after the other: text as it is, or a value. */
type Piece = string | Value;

interface Value {
  /** What it begins with unless it is empty; "" when that is anything. */
  readonly first: string;
  /** The characters that it cannot have. */
  readonly without: string;
  /** Puts what was found into the map; false when it does not fit. */
  readonly read: (found: string, into: Map<string, MatchedValue>) => boolean;
}

/** How the values of an expression look in a URI, and what they mean. */
function matchedExpression(part: Expression, template: string): Value {
  const { operator, variables } = part;
  const [only] = variables;
  const simple =
    variables.length === 1 && only !== undefined && only.prefix === undefined;
  if (simple && !only.explode && (operator === "" || operator === "+")) {
    return {
      first: "",
      without: operator === "" ? "/?#" : "?#",
      read: (found, into) => put(into, only.name, decodePercent(found)),
    };
  }
  if (simple && only.explode && operator === "/") {
    return {
      first: "/",
      without: "?#",
      read: (found, into) => {
        const segments = found.split("/").slice(1).map(decodePercent);
        if (segments.includes(null)) return false;
        into.set(only.name, segments as string[]);
        return true;
      },
    };
  }
  const plain = variables.every((one) => !one.explode && !one.prefix);
  if (operator === "?" && plain) {
    const names = new Set(variables.map(({ name }) => name));
    return {
      first: "?",
      without: "#",
      read: (found, into) =>
        found
          .slice(1)
          .split("&")
          .every((pair) => {
            const [key = "", ...value] = pair.split("=");
            return (
              !names.has(key) || put(into, key, decodePercent(value.join("=")))
            );
          }),
    };
  }
  throw new TypeError(
    `${template} has an expression that URIs cannot be matched with; {x}, {+x}, {/x*} and {?x,y} can`,
  );
}

function put(
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
