import { readSources } from "../../source/select.js";
import {
  defineCommand,
  list,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../command.js";
import type { Io } from "../terminal/io.js";
import { formatDiagnostics } from "../terminal/report.js";
import { usage } from "../usage-errors.js";
import { addressOf, SERVER_ADDRESS } from "./address.js";

/** Where the page is written unless another place is named. */
const OUT = "explorer.html";

const OPTIONS = {
  rev: list("Revisions to show [default: all; with --from: its own]"),
  schema: SHARED_OPTIONS.schema,
  source: SHARED_OPTIONS.source,
  ...SERVER_ADDRESS,
  from: text("A server to show: a command line, a URL, or a manifest"),
  against: text("With --from: what it offered before, named in the same way"),
  out: text(`File to write; - for standard output [default: ${OUT}]`),
};

/** Writes the protocol, or what a server offers, as one page that opens from disk. */
export const exploreCommand = defineCommand({
  words: ["explore"],
  describe: "The protocol, or a server, on one page that opens from disk",
  operands: {},
  options: OPTIONS,
  examples: [
    ["$0 explore", `Every revision, in ${OUT}`],
    ["$0 explore --rev 2025-06-18,latest --out -", "Two, on standard output"],
    ['$0 explore --from "node server.js"', "What a server offers"],
    [
      "$0 explore --from tools.json --against old/tools.json",
      "And what a change of it breaks",
    ],
  ],
  async run(args, io) {
    const { rev, schema, source, from, against, out = OUT } = args;
    if (against !== undefined && from === undefined)
      throw usage("--against goes with --from.");
    // What is wrong with what was chosen is said before a server is asked.
    const chosen =
      rev === undefined && schema === undefined
        ? undefined
        : readSources({ revisions: rev, schema, source });
    const [{ explore }, { PAGE_MARK }, { writeOneFile }] = await Promise.all([
      import("../../explore/explore.js"),
      import("../../explore/page.js"),
      import("../../write/one-file.js"),
    ]);
    const server = await serverOf(args, io);
    const usual = server ? (server.revision ?? "latest") : "all";
    const sources = chosen ?? readSources({ revisions: [usual], source });
    const { html, warnings } = explore(sources, server?.data);
    for (const found of [server?.warnings ?? [], warnings])
      io.err(formatDiagnostics(found, io.colour));
    if (out === "-") return io.out(html);
    writeOneFile(out, html, PAGE_MARK);
    const size = Math.ceil(Buffer.byteLength(html) / 1000);
    io.out(`Wrote ${out}: ${size} KB. Open it in a browser.\n`);
  },
});

async function serverOf(args: ArgsOf<typeof OPTIONS>, io: Io) {
  const address = addressOf(args, io);
  if (!address) return null;
  const { serverData } = await import("../../explore/server-data.js");
  return serverData(address, args.against);
}
