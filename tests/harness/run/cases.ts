/** Tables of cases as text, in which a case takes few lines. */

/** Below each `# title` its lines. */
export function blocksOf(
  text: string,
): readonly [title: string, ...lines: string[]][] {
  const blocks = text.trimEnd().split(/^# /m).slice(1);
  return blocks.map((block) => {
    const [title = "", ...lines] = block.trimEnd().split("\n");
    return [title, ...lines];
  });
}

/** Below each `# title` what is given, and behind each `=>` what is said of it. */
export function casesOf(
  text: string,
): readonly [title: string, given: string, said: string[]][] {
  return blocksOf(text).map(([title, ...lines]) => {
    const said = lines.flatMap((line) => line.split(/^=> ?/)[1] ?? []);
    const given = lines.filter((line) => !line.startsWith("=>"));
    return [title, given.join("\n"), said];
  });
}

/**
 * The cells of each line, which ` | ` separates. A line that starts with one
 * goes on with the line before.
 */
export function cellsOf(text: string): readonly string[][] {
  const lines = text
    .replace(/\n *\| /g, " | ")
    .trim()
    .split("\n");
  return lines.map((line) => line.trim().split(/ +\| */));
}

/** The value of an expression, in which these names may stand. */
export function valueOf(text: string, names: object = {}): unknown {
  const body = `return (${text});`;
  return new Function(...Object.keys(names), body)(...Object.values(names));
}
