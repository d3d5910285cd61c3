import { readSources } from "../../source/select.js";
import { defineCommand, list, SHARED_OPTIONS, text } from "../command.js";
import { formatDiagnostics } from "../terminal/report.js";

/** Where the page is written unless another place is named. */
const OUT = "explorer.html";

/** Writes the protocol as one page that opens from disk. */
export const exploreCommand = defineCommand({
  words: ["explore"],
  describe: "The protocol on one page that opens from disk",
  operands: {},
  options: {
    rev: list("Revisions to show [default: all]"),
    schema: SHARED_OPTIONS.schema,
    source: SHARED_OPTIONS.source,
    out: text(`File to write; - for standard output [default: ${OUT}]`),
  },
  examples: [
    ["$0 explore", `Writes ${OUT}`],
    ["$0 explore --rev 2025-06-18,latest --out -", "To standard output"],
  ],
  async run({ rev, schema, source, out = OUT }, io) {
    const revisions = rev ?? (schema === undefined ? ["all"] : undefined);
    const sources = readSources({ revisions, schema, source });
    const [{ explore }, { PAGE_MARK }, { writeOneFile }] = await Promise.all([
      import("../../explore/explore.js"),
      import("../../explore/page.js"),
      import("../../write/one-file.js"),
    ]);
    const { html, warnings } = explore(sources);
    io.err(formatDiagnostics(warnings, io.colour));
    if (out === "-") return io.out(html);
    writeOneFile(out, html, PAGE_MARK);
    const size = Math.ceil(Buffer.byteLength(html) / 1000);
    io.out(`Wrote ${out}: ${size} KB. Open it in a browser.\n`);
  },
});
