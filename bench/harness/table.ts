/**
 * Column of a table: the heading, and a function that returns the cell for a
 * row.
 */
export interface Column<Row> {
  readonly head: string;
  readonly align?: "left" | "right";
  cell(row: Row): string;
}

/** Formats a Markdown table with aligned columns. */
export function markdownTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): string {
  const cells = columns.map(({ head, cell }) => [head, ...rows.map(cell)]);
  const widths = cells.map((column) =>
    Math.max(3, ...column.map((text) => text.length)),
  );
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |`;
  const pad = (text: string, column: number): string =>
    columns[column]?.align === "right"
      ? text.padStart(widths[column] ?? 0)
      : text.padEnd(widths[column] ?? 0);
  const rule = columns.map(({ align }, column) => {
    const dashes = "-".repeat(widths[column] ?? 0);
    return align === "right" ? `${dashes.slice(1)}:` : dashes;
  });
  const rowsOfText = [-1, ...rows.keys()].map((row) =>
    line(
      columns.map((_, column) => pad(cells[column]?.[row + 1] ?? "", column)),
    ),
  );
  const [head = "", ...body] = rowsOfText;
  return `${[head, line(rule), ...body].join("\n")}\n`;
}

/**
 * Formats a ratio with two to three significant digits, such as `0.27`, `1.4`
 * or `13`.
 */
export function ratio(value: number, base: number): string {
  const quotient = value / base;
  return quotient.toFixed(quotient < 1 ? 2 : quotient < 10 ? 1 : 0);
}

/**
 * Returns a Markdown list item that compares a measured value with its goal.
 */
export function describeGoal(
  what: string,
  value: number,
  limit: number,
): string {
  const result = value <= limit ? "met" : "missed";
  return `- ${what}: ${value.toFixed(2)}; goal at most ${limit}: ${result}`;
}
