/**
 * Updates examples in a documentation page. An example is a command and the
 * JSON that the command prints. The command is a line `mcp-codegen model --rev
 * R | jq 'FILTER'`, optionally with `--resolved`.
 */
import { format } from "prettier";
import { printModel } from "../../generator/model/printed/print.js";
import { parseSchema } from "../../generator/parse/index.js";
import { readBundledSchema } from "../../generator/source/read.js";
import { bundledSince } from "../../generator/source/revisions.js";
import { applyFilter } from "./filter.js";

const EXAMPLE =
  /(```sh\nmcp-codegen model --rev (\S+)( --resolved)? \| jq '([^']+)'\n```\n\n```json\n)([^]*?)(```\n)/g;

/**
 * Replaces the output of each example in a page with the current output of the
 * command.
 */
export function withExamples(page: string): Promise<string> {
  const filled = page.replace(
    EXAMPLE,
    (
      _,
      head: string,
      revision: string,
      resolved: string | undefined,
      filter: string,
      _old: string,
      foot: string,
    ) => {
      const source = readBundledSchema(revision);
      const { model } = parseSchema(source.text, {
        ...source,
        since: bundledSince(),
      });
      const printed = printModel(model, { resolved: resolved !== undefined });
      const results = applyFilter(filter, JSON.parse(JSON.stringify(printed)));
      if (results.length === 0)
        throw new Error(`The filter ${filter} matches nothing`);
      const text = results.map((value) => JSON.stringify(value, null, 2));
      return `${head}${text.join("\n")}\n${foot}`;
    },
  );
  return format(filled, { parser: "markdown" });
}

/** Returns the number of examples in a page. */
export function countExamples(page: string): number {
  return [...page.matchAll(EXAMPLE)].length;
}
