import { relative } from "node:path";
import {
  fillAddress,
  setFolder,
  storeAddress,
} from "../../snapshot/address.js";
import { UserError, type Diagnostic } from "../../support/errors.js";
import { inFolder } from "../../support/file-system.js";
import { defineCommand, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { counted, formatDiagnostics } from "../terminal/report.js";
import { usage } from "../usage-errors.js";
import {
  readConnection,
  readServerAddress,
  SERVER_ADDRESS,
} from "./address.js";

const OPTIONS = {
  ...SERVER_ADDRESS,
  from: text(
    "Server to read: a command line, a URL, a tools file, or a name in `servers` of the configuration",
  ),
  out: text(
    "TypeScript file to write [default: `out` of the server in the configuration]",
  ),
};

/**
 * Command `types`: writes the types and the snapshot of servers for an existing
 * project.
 */
export const typesCommand = defineCommand({
  words: ["types"],
  describe: "Write typed calls for a server, for use in any project",
  operands: {},
  options: OPTIONS,
  examples: [
    [
      '$0 types --from "node server.js" --out src/weather.ts',
      "Write types and a snapshot of a server",
    ],
    [
      "$0 types --config mcp.json --from docs --out src/docs.ts",
      "Read a server of a desktop program",
    ],
    ["$0 types", "Write the files of all servers in the configuration"],
  ],
  async run(args, io) {
    const targets = await findTargets(args, io);
    const { readListing } = await import("../../explore/server-data.js");
    const lists = await import("../../new/manifest/check-listing.js");
    const { createSnapshot } = await import("../../snapshot/snapshot.js");
    const { writeTypedFile } = await import("../../snapshot/typed-file.js");
    const errors: Diagnostic[] = [];
    for (const { getAddress, stored, warnings, file } of targets)
      try {
        if (!/(?<!\.d)\.[cm]?ts$/.test(file))
          throw usage(
            `\`types\` writes a TypeScript file, and ${file} is not the name of one.`,
            "Use a name that ends in .ts, .mts or .cts, but not in .d.ts.",
          );
        const { manifest } = await readListing(await getAddress());
        const snapshot = createSnapshot(manifest, stored);
        await writeTypedFile(file, snapshot);
        const all = [...manifest.warnings, ...warnings];
        io.err(formatDiagnostics(all, io.colour));
        const counts = lists.LIST_NAMES.filter(
          (list) => list === "tools" || snapshot[list].length > 0,
        ).map((list) => counted(snapshot[list].length, lists.LISTS[list][0]));
        io.out(`Wrote ${file}: ${counts.join(", ")}.\n`);
      } catch (error) {
        // An error of one server does not affect the files of other servers.
        if (!(error instanceof UserError)) throw error;
        errors.push(...error.diagnostics);
      }
    if (errors.length > 0) throw new UserError(errors);
  },
});

/** Returns the servers to read, and the file to write for each of them. */
async function findTargets(args: ArgsOf<typeof OPTIONS>, io: Io) {
  const { from, config, out } = args;
  const configured = config === undefined ? await readConfigured(out) : [];
  const named = configured.filter(({ name }) => (from ?? name) === name);
  const isOnly = named.length === 1;
  // `--out` names one file, so it needs exactly one server.
  if (isOnly || (named.length > 0 && out === undefined)) {
    const connection = await readConnection(args, io);
    return named.map(({ stored, file }) => {
      const getAddress = () => fillAddress(stored, file, connection, isOnly);
      return { getAddress, stored, warnings: [], file };
    });
  }
  const address = await readServerAddress(args, io);
  if (!address || out === undefined) {
    const names = configured.map(({ name }) => name).join(", ");
    throw usage(
      `\`types\` needs --from and --out, unless the configuration has the server.${names && ` Its servers are: ${names}.`}`,
      "Add --from with the server's command, URL or name, and --out with the file to write, such as --out src/server.ts.",
    );
  }
  const { stored, warnings } = storeAddress(address, config, out);
  return [{ getAddress: () => address, stored, warnings, file: out }];
}

/**
 * Returns the servers of the configuration. Paths are relative to the working
 * folder.
 *
 * @param target File to use instead of the file in the configuration.
 */
export async function readConfigured(target?: string) {
  const { loadConfig } = await import("../../config/load.js");
  const loaded = await loadConfig(process.cwd());
  const folder = relative("", loaded?.folder ?? "");
  const servers = Object.entries(loaded?.config.servers ?? {});
  return servers.map(([name, { out, ...address }]) => {
    const file = target ?? inFolder(folder, out);
    return { name, file, stored: setFolder(address, folder, file) };
  });
}
