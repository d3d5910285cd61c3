/** Combinations of the options of `new server`. */

/**
 * Values that the tests try for each option of `new server`, by the option's
 * name.
 */
export const VALUES = {
  transports: ["stdio", "http", "http,sse", "stdio,http,sse"],
  auth: ["none", "oauth"],
  shared: ["none", "redis"],
  with: ["", "agents", "bundle", "ci", "registry,bundle,ci,agents,editors"],
  rev: ["all", "2024-11-05", "2025-11-25", "2026-07-28"],
  source: ["example", "tools", "from", "skills"],
} as const;

export type Combination = {
  readonly [Name in keyof typeof VALUES]: (typeof VALUES)[Name][number];
};

/** Returns whether `new server` accepts a combination of options. */
function isAllowed({ transports, auth, shared, with: extras }: Combination) {
  const http = transports.includes("http");
  return (
    (http || (auth === "none" && shared === "none")) &&
    (transports.includes("stdio") || !extras.includes("bundle"))
  );
}

function listAll(): Combination[] {
  let rows: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(VALUES))
    rows = rows.flatMap((row) =>
      values.map((value) => ({ ...row, [name]: value })),
    );
  return (rows as Combination[]).filter(isAllowed);
}

function listPairs(row: Combination): string[] {
  const cells = Object.entries(row).map((cell) => cell.join("="));
  return cells.flatMap((cell, index) =>
    cells.slice(index + 1).map((other) => `${cell} ${other}`),
  );
}

/**
 * Returns combinations that together contain every allowed pair of option
 * values. The search always adds the combination with the most new pairs.
 */
export function coverPairs(): Combination[] {
  const all = listAll().map((row) => ({ row, pairs: listPairs(row) }));
  const left = new Set(all.flatMap(({ pairs }) => pairs));
  const chosen: Combination[] = [];
  while (left.size > 0) {
    const count = ({ pairs }: { readonly pairs: readonly string[] }): number =>
      pairs.filter((pair) => left.has(pair)).length;
    const best = all.reduce((a, b) => (count(b) > count(a) ? b : a));
    for (const pair of best.pairs) left.delete(pair);
    chosen.push(best.row);
  }
  return chosen;
}
