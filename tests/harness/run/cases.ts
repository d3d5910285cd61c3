/** Parses tables of test cases that are written as text. */

/**
 * Splits a text at lines of the form `# title`. Returns the title and the lines
 * of each block.
 */
export function splitBlocks(
  text: string,
): readonly [title: string, ...lines: string[]][] {
  const blocks = text.trimEnd().split(/^# /m).slice(1);
  return blocks.map((block) => {
    const [title = "", ...lines] = block.trimEnd().split("\n");
    return [title, ...lines];
  });
}

/**
 * Splits a text at lines of the form `# title`. Returns the title, the input
 * and the expected lines of each block. Expected lines start with `=>`.
 */
export function parseCases(
  text: string,
): readonly [title: string, given: string, said: string[]][] {
  return splitBlocks(text).map(([title, ...lines]) => {
    const said = lines.flatMap((line) => line.split(/^=> ?/)[1] ?? []);
    const given = lines.filter((line) => !line.startsWith("=>"));
    return [title, given.join("\n"), said];
  });
}

/**
 * Returns the cells of each line. Cells are separated by ` | `. A line that
 * starts with the separator continues the previous line.
 */
export function parseCells(text: string): readonly string[][] {
  const lines = text
    .replace(/\n *\| /g, " | ")
    .trim()
    .split("\n");
  return lines.map((line) => line.trim().split(/ +\| */));
}

/** Evaluates a JavaScript expression that may use the given names. */
export function evaluateExpression(text: string, names: object = {}): unknown {
  const body = `return (${text});`;
  return new Function(...Object.keys(names), body)(...Object.values(names));
}
