/**
 * Handlebars helpers for the user's templates, by helper name. The built-in
 * templates use no helpers.
 */
export const HELPERS: Readonly<
  Record<string, (...values: readonly unknown[]) => unknown>
> = {
  /**
   * Returns a value as JSON. For example, `{{json method}}` prints
   * `"tools/call"`.
   */
  json: (value) => JSON.stringify(value),
  /**
   * Converts text to upper case with underscores: `TOOLS_CALL` for
   * `tools/call`.
   */
  constantCase: (text) => splitWords(text).join("_").toUpperCase(),
  /**
   * Converts text to lower case with underscores: `tools_call` for
   * `tools/call`.
   */
  snakeCase: (text) => splitWords(text).join("_").toLowerCase(),
  /** Converts text to PascalCase: `ToolsCall` for `tools/call`. */
  pascalCase: (text) => splitWords(text).map(capitalize).join(""),
  /** Converts text to camelCase: `toolsCall` for `tools/call`. */
  camelCase: (text) => {
    const [first = "", ...rest] = splitWords(text);
    return first.toLowerCase() + rest.map(capitalize).join("");
  },
  /**
   * Returns whether two values are equal, as in `{{#if (eq kind "request")}}`.
   */
  eq: (left, right) => left === right,
};

/**
 * Splits a name such as `resources/templates/list_changed` or `JSONRPCError`
 * into words.
 */
function splitWords(text: unknown): string[] {
  return String(text)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
