import { readSources } from "../../source/select.js";
import {
  defineCommand,
  list,
  SHARED_OPTIONS,
  splitList,
  text,
  type ArgsOf,
} from "../command.js";
import type { Io } from "../terminal/io.js";
import { formatDiagnostics } from "../terminal/report.js";
import { usage } from "../usage-errors.js";
import { readServerAddress, SERVER_ADDRESS } from "./address.js";

/** Default output file of `explore`. */
const OUT = "explorer.html";

const OPTIONS = {
  rev: list(
    "Revisions to show [default: all; with --from: the server's revision]",
  ),
  schema: SHARED_OPTIONS.schema,
  source: SHARED_OPTIONS.source,
  extension: SHARED_OPTIONS.extension,
  ...SERVER_ADDRESS,
  from: text("Server to show: a command line, a URL or a tools file"),
  against: text(
    "Earlier version of the server, to compare with the server of --from",
  ),
  out: text(`Output file; - for standard output [default: ${OUT}]`),
};

/**
 * Command `explore`: writes the protocol, or the features of a server, as one
 * HTML page.
 */
export const exploreCommand = defineCommand({
  words: ["explore"],
  describe: "Write the protocol, or a server, as one HTML page",
  operands: {},
  options: OPTIONS,
  examples: [
    ["$0 explore", `Write every revision to ${OUT}`],
    [
      "$0 explore --rev 2025-06-18,latest --out -",
      "Print one HTML page about two revisions to standard output",
    ],
    ['$0 explore --from "node server.js"', "Show the features of a server"],
    [
      "$0 explore --config ~/.codex/config.toml --from docs",
      "Show a server of a desktop program",
    ],
    [
      "$0 explore --from tools.json --against old/tools.json",
      "Show which changes of a server break its callers",
    ],
  ],
  async run(args, io) {
    const { rev, schema, source, from, against, out = OUT } = args;
    const extensions = splitList(args.extension);
    const hasServer = from !== undefined || args.config !== undefined;
    if (against !== undefined && !hasServer)
      throw usage(
        "--against needs --from.",
        "Add --from with the current server, or remove --against.",
      );
    // Resolve the revisions first, so that wrong names are reported before a
    // server is contacted.
    const chosen =
      rev === undefined && schema === undefined
        ? undefined
        : readSources({ revisions: rev, schema, source, extensions });
    const [{ explore }, { PAGE_MARK }, { writeOneFile }] = await Promise.all([
      import("../../explore/explore.js"),
      import("../../explore/page.js"),
      import("../../write/one-file.js"),
    ]);
    const server = await readServer(args, io);
    const fallback = server ? (server.revision ?? "latest") : "all";
    const sources =
      chosen ?? readSources({ revisions: [fallback], source, extensions });
    const { html, warnings } = explore(sources, server?.data);
    for (const diagnostics of [server?.warnings ?? [], warnings])
      io.err(formatDiagnostics(diagnostics, io.colour));
    if (out === "-") return io.out(html);
    writeOneFile(out, html, PAGE_MARK);
    const size = Math.ceil(Buffer.byteLength(html) / 1000);
    io.out(`Wrote ${out}: ${size} KB. Open it in a browser.\n`);
  },
});

async function readServer(args: ArgsOf<typeof OPTIONS>, io: Io) {
  const address = await readServerAddress(args, io);
  if (!address) return null;
  const { serverData } = await import("../../explore/server-data.js");
  return serverData(address, args.against);
}
