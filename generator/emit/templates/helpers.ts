/**
 * Handlebars helpers for the user's templates. Built-in templates need none.
 */

/** Helpers by the name that templates use. */
export const HELPERS: Readonly<
  Record<string, (...values: readonly unknown[]) => unknown>
> = {
  /** Returns a value as JSON: `{{json method}}` gives `"tools/call"`. */
  json: (value) => JSON.stringify(value),
  /** Returns `TOOLS_CALL` for `tools/call`. */
  constantCase: (text) => wordsOf(text).join("_").toUpperCase(),
  /** Returns `tools_call` for `tools/call`. */
  snakeCase: (text) => wordsOf(text).join("_").toLowerCase(),
  /** Returns `ToolsCall` for `tools/call`. */
  pascalCase: (text) => wordsOf(text).map(capital).join(""),
  /** Returns `toolsCall` for `tools/call`. */
  camelCase: (text) => {
    const [first = "", ...rest] = wordsOf(text);
    return first.toLowerCase() + rest.map(capital).join("");
  },
  /** Compares two values: `{{#if (eq kind "request")}}`. */
  eq: (one, other) => one === other,
};

/**
 * Splits a name such as `resources/templates/list_changed` or `JSONRPCError`
 * into words.
 */
function wordsOf(text: unknown): string[] {
  return String(text)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
