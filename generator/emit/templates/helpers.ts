/** Helpers for templates of the user's; ours get finished text. */

/** By the name that a template calls them by. */
export const HELPERS: Readonly<
  Record<string, (...values: readonly unknown[]) => unknown>
> = {
  /** A value as JSON: `{{json method}}` is `"tools/call"`. */
  json: (value) => JSON.stringify(value),
  /** `TOOLS_CALL` */
  constantCase: (text) => wordsOf(text).join("_").toUpperCase(),
  /** `tools_call` */
  snakeCase: (text) => wordsOf(text).join("_").toLowerCase(),
  /** `ToolsCall` */
  pascalCase: (text) => wordsOf(text).map(capital).join(""),
  /** `toolsCall` */
  camelCase: (text) => {
    const [first = "", ...rest] = wordsOf(text);
    return first.toLowerCase() + rest.map(capital).join("");
  },
  /** `{{#if (eq kind "request")}}` */
  eq: (one, other) => one === other,
};

/** `resources/templates/list_changed` and `JSONRPCError`, in words. */
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
