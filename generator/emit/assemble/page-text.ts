/**
 * A line of a comment, kept as it is, or a relative specifier that ends in
 * `.js`. Generated code has its comments on lines of their own.
 */
const COMMENT_OR_SPECIFIER =
  /^[ \t]*(?:\/\/.*|\/\*[^]*?\*\/)|(\b(?:from|import) ?\(?)"(\.\.?\/[^"\n]*)\.js"/gm;

/**
 * `text` with `.ts` for `.js` at the end of its relative imports, for Deno and
 * for Node where it strips types.
 */
export function importTypeScript(text: string): string {
  return text.replace(
    COMMENT_OR_SPECIFIER,
    (match, head?: string, path?: string) =>
      path === undefined ? match : `${head}"${path}.ts"`,
  );
}
