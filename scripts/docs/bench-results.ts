import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

/** `<!-- bench validate -->`, the result, `<!-- end of validate -->` */
const QUOTE = /(<!-- bench (\w+) -->\n)[^]*?(<!-- end of \2 -->)/g;

/**
 * A page with what the last saved runs of the benchmarks printed, between
 * markers that name them. One that was never saved stays as it is.
 */
export function withResults(
  page: string,
  read: (name: string) => string | null = savedResult,
): string {
  return page.replace(
    QUOTE,
    (whole, start: string, name: string, end: string) => {
      const result = read(name);
      return result === null ? whole : `${start}\n${result.trim()}\n\n${end}`;
    },
  );
}

function savedResult(name: string): string | null {
  const file = join(PACKAGE_ROOT, `bench/results/${name}.md`);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
