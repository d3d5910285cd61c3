/** Pattern of a key or a value in a line of JSON, TOML or YAML. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s{}[\],:="']+/g;

/**
 * Patterns of the text before and after a key in quotes. A text after a comma
 * in brackets is a list item, not a key.
 */
const AROUND_QUOTED = [
  /(?:^[\s-]*|\{\s*|(?<!\[[^\]{]*),\s*)$/,
  /^\s*[:=]/,
] as const;

/** Patterns of the text before and after a key without quotes. */
const AROUND_PLAIN = [
  /(?:^[\s-]*|\{(?:.*(?<!\[[^\]{]*),)?\s*)$/,
  /^(?:\s*:(?:\s|$)|\s+=\s|=["'[{])/,
] as const;

/**
 * Replaces the characters of all values in a line by asterisks. The result has
 * at most 200 characters, because a code frame does not show more.
 */
export function maskValues(line: string): string {
  // Return the header of a TOML table, such as `[servers.a]`, unchanged: it
  // contains no values. Brackets after an indent are not a header but a YAML
  // list of values.
  if (/^\[\[?\w[\w." -]*\]\]?\s*$/.test(line)) return line;
  const source = line.slice(0, 200);
  return source.replace(TOKEN, (token, at: number) => {
    const isQuoted = /^["']/.test(token);
    const [before, after] = isQuoted ? AROUND_QUOTED : AROUND_PLAIN;
    const isKey =
      before.test(source.slice(0, at)) &&
      after.test(source.slice(at + token.length));
    return isKey ? token : token.replace(/[^\s{}[\],:="']/g, "*");
  });
}
