/**
 * Creates a function that returns whether a path matches one of the patterns. A
 * pattern is a path or a glob with `*`, `**`, `?` and `{a,b}`. A pattern that
 * matches a folder matches every path in the folder.
 */
export function createPathMatcher(
  patterns: readonly string[],
): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const parts = patterns.map((pattern) => toRegExp(pattern.replace(/\/$/, "")));
  const whole = new RegExp(`^(?:${parts.join("|")})(?:/|$)`);
  return (path) => whole.test(path);
}

const TOKEN = /\{([^{}]*)\}|\*\*\/|\*\*|\*|\?|[.+^$()|[\]\\{}]/g;

const WILDCARDS: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};

function toRegExp(glob: string): string {
  return glob.replace(TOKEN, (token, choices?: string) =>
    choices === undefined
      ? (WILDCARDS[token] ?? `\\${token}`)
      : `(?:${choices.split(",").map(toRegExp).join("|")})`,
  );
}
