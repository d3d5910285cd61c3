/**
 * Prints TypeScript identifiers and literals in Prettier's style. Only this
 * module converts names and values of a schema to source code.
 */
import type { LiteralValue } from "../../model/types.js";

/**
 * Reserved words, which cannot be the name of a variable, a function or a
 * parameter in a module.
 */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default " +
    "delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private " +
    "protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield"
  ).split(" "),
);

/**
 * Returns whether a name can follow a dot in an expression, such as `name`,
 * `$ref` or `default`. Only ASCII names are accepted.
 */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

/**
 * Returns whether a name can be declared as a variable or a function. Reserved
 * words such as `default` are rejected, and only ASCII names are accepted.
 */
export function isBindingName(name: string): boolean {
  return isIdentifier(name) && !RESERVED_WORDS.has(name);
}

/**
 * Returns a string literal with double quotes, or with single quotes if they
 * need fewer escapes. Line breaks, control characters, invisible and
 * bidirectional characters and lone surrogates are escaped, so that the literal
 * cannot mislead a reader.
 */
export function quote(text: string): string {
  if (/^[\w ./:$-]*$/.test(text)) return `"${text}"`;
  const doubles = countCharacter(text, '"');
  const content = escapeInvisible(JSON.stringify(text).slice(1, -1));
  if (doubles <= countCharacter(text, "'")) return `"${content}"`;
  const swapped = content.replace(/\\(.)|'/gs, (match, escaped: string) =>
    match === "'" ? "\\'" : escaped === '"' ? '"' : match,
  );
  return `'${swapped}'`;
}

/**
 * Returns a literal type or value, such as `"text"`, `-32700`, `true` or
 * `null`.
 */
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
 * Returns the key of a member in an interface or object type. As in Prettier's
 * style, only keys that are ASCII identifiers have no quotes.
 */
export function propertyKey(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

/**
 * Returns a key of an object literal. The key `__proto__` is written as
 * `["__proto__"]`, because it would otherwise set the prototype of the object.
 */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyKey(name);
}

/**
 * Returns the expression that reads a property: `value.name` or `value["x/y"]`.
 */
export function access(object: string, name: string): string {
  return isIdentifier(name) ? `${object}.${name}` : `${object}[${quote(name)}]`;
}

function countCharacter(text: string, character: string): number {
  return text.split(character).length - 1;
}

/**
 * Escapes characters that JSON leaves unescaped and that are invisible or
 * change the direction of text.
 */
function escapeInvisible(text: string): string {
  return text.replace(
    /[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
