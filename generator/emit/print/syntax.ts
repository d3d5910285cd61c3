/**
 * Names and literals of TypeScript, written the way Prettier leaves them.
 * Nothing else in the program makes source text out of a foreign string.
 */
import type { LiteralValue } from "../../model/types.js";

/** Words that cannot name a variable, a function or a parameter in a module. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default " +
    "delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private " +
    "protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield"
  ).split(" "),
);

/** True for what may follow a dot: `name`, `$ref`, `default`. ASCII only. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

/** True for what may name a variable or a function: not `default`. ASCII only. */
export function isBindingName(name: string): boolean {
  return isIdentifier(name) && !RESERVED_WORDS.has(name);
}

/** `ToolInputSchema` for `Tool.inputSchema`. */
export function capitalized(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** A name like `wanted` that `used` does not have; it is added. */
export function uniqueName(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let n = 2; used.has(name); n++) name = `${wanted}${n}`;
  used.add(name);
  return name;
}

/**
 * A string literal: double quotes, or single ones where that needs fewer
 * escapes. Line ends, control characters, invisible and direction-changing
 * characters and lone surrogates are escaped, so that it reads as what it is.
 */
export function quote(text: string): string {
  if (/^[\w ./:$-]*$/.test(text)) return `"${text}"`;
  const doubles = count(text, '"');
  const content = escapeInvisible(JSON.stringify(text).slice(1, -1));
  if (doubles <= count(text, "'")) return `"${content}"`;
  const swapped = content.replace(/\\(.)|'/gs, (match, escaped: string) =>
    match === "'" ? "\\'" : escaped === '"' ? '"' : match,
  );
  return `'${swapped}'`;
}

/** A literal type or value: `"text"`, `-32700`, `true`, `null`. */
export function literal(value: LiteralValue): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
    default:
      return String(value);
  }
}

/**
 * A member's key in an interface or an object type: bare where it can be.
 * Prettier takes quotes off such keys, one by one, and puts none on; it leaves
 * those of numbers and of letters beyond ASCII.
 */
export function propertyKey(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

/** A key in an object literal, where a plain `__proto__` is not a property. */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyKey(name);
}

/** Reading a property: `value.name`, `value["x/y"]`. */
export function access(object: string, name: string): string {
  return isIdentifier(name) ? `${object}.${name}` : `${object}[${quote(name)}]`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** What JSON leaves as it is and a reader could not see, or would see wrongly. */
function escapeInvisible(text: string): string {
  return text.replace(
    /[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
