/**
 * Reads the saved results of the benchmarks and inserts them into documentation
 * pages.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

/** Names of the benchmarks whose results the pages show. */
type BenchmarkName =
  | "generate"
  | "validate"
  | "schemas"
  | "server"
  | "client"
  | "shared"
  | "tools"
  | "large"
  | "go";

/**
 * Pattern of a benchmark result in a page, between the markers `<!-- bench
 * validate -->` and `<!-- end of validate -->`.
 */
const QUOTE = /(<!-- bench (\w+) -->\n)[^]*?(<!-- end of \2 -->)/g;

/**
 * Returns the saved Markdown of a benchmark, or null when none was saved.
 */
export function savedResult(name: BenchmarkName): string | null {
  const file = join(PACKAGE_ROOT, `bench/results/${name}.md`);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/**
 * Replaces the text between each pair of markers in a page with the saved
 * results that the markers name. The name `summary` inserts the text of {@link
 * summary}. If a saved result is missing, the text in the page is not changed.
 */
export function withResults(page: string): string {
  return page.replace(
    QUOTE,
    (whole, start: string, name: string, end: string) => {
      const result =
        name === "summary" ? summary() : savedResult(name as BenchmarkName);
      return result === null ? whole : `${start}\n${result.trim()}\n\n${end}`;
    },
  );
}

/**
 * Finds the row whose first cell is `label`, and returns its other cells. The
 * row is in the table whose first heading is `table`, or starts with `table`
 * and a comma.
 *
 * @throws Error when the result has no such table or row.
 */
function rowOf(result: string, table: string, label: string): string[] {
  const rows = result
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const head = rows.findIndex(
    ([, first]) => first === table || first?.startsWith(`${table}, `),
  );
  const row = rows.slice(head + 1).find(([, first]) => first === label);
  if (head < 0 || row === undefined)
    throw new Error(`The saved results have no row "${label}" in "${table}"`);
  return row.slice(2, -1);
}

/** Returns one cell of a saved result as a number. */
export function numberAt(
  result: string,
  table: string,
  label: string,
  column: number,
): number {
  return Number(rowOf(result, table, label)[column]);
}

/** Formats a ratio with two significant digits. */
function ratio(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/**
 * Returns the five lines of README.md that summarize the results. Returns null
 * if a result is missing.
 */
function summary(): string | null {
  const generate = savedResult("generate");
  const validate = savedResult("validate");
  const server = savedResult("server");
  if (!generate || !validate || !server || !savedResult("shared")) return null;
  const peer = "json-schema-to-typescript (types)";
  const valid = (name: string): number =>
    numberAt(validate, "validator", name, 0);
  const cpu = (table: string, name: string): string =>
    ratio(numberAt(server, table, name, 1));
  const ours = "mcp-codegen";
  const handshake = "http, initialize";
  const stateless = "http, stateless";
  return [
    `- mcp-codegen generates all outputs in ${ratio(1 / numberAt(generate, "whole process", peer, 0))} times the processor time of json-schema-to-typescript, which writes types only.`,
    `- A generated validator checks a valid message in ${ratio(valid(ours) * 100)} % of the time of \`JSON.parse\`; typia needs ${ratio(valid("typia") * 100)} %, ajv ${ratio(valid("ajv, compiled") * 100)} %, and the SDK v2 (zod) ${ratio(valid("SDK v2 (zod)") * 100)} %.`,
    `- A generated HTTP server with sessions takes ${cpu(handshake, ours)} times the processor time of a server without any checks; the SDK v1 takes ${cpu(handshake, "SDK v1")} times.`,
    `- A generated stateless HTTP server takes ${cpu(stateless, ours)} times the processor time of a server without any checks; the SDK v2 takes ${cpu(stateless, "SDK v2")} times.`,
    `- An idle HTTP stream takes ${rowOf(server, "idle streams", ours)[1]} KB of memory in a generated server, ${rowOf(server, "idle streams", "SDK v1")[1]} KB with the SDK v1, and ${rowOf(server, "idle streams", "bare loop")[1]} KB in a server without any checks.`,
  ].join("\n");
}
