import { join, relative } from "node:path";
import type { ServerAddress } from "../../new/manifest/address.js";
import type { StoredAddress } from "../../snapshot/address.js";
import type { Snapshot } from "../../snapshot/snapshot.js";
import { defineCommand, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { counted, formatDiagnostics } from "../terminal/report.js";
import { usage } from "../usage-errors.js";
import {
  createSignIn,
  readServerAddress,
  readTimeout,
  readValues,
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

/** Server to read, and the file to write. */
interface Target {
  readonly address: ServerAddress;
  readonly stored: StoredAddress | undefined;
  readonly out: string;
}

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
    const [
      { readListing },
      { storeAddress },
      snapshots,
      typed,
      { writeOneFile },
    ] = await Promise.all([
      import("../../explore/server-data.js"),
      import("../../snapshot/address.js"),
      import("../../snapshot/snapshot.js"),
      import("../../snapshot/typed-file.js"),
      import("../../write/one-file.js"),
    ]);
    for (const { address, stored, out } of targets) {
      const { manifest } = await readListing(address);
      const kept = stored
        ? { address: stored, warnings: [] }
        : storeAddress(address, args.config);
      const snapshot = snapshots.createSnapshot(manifest, kept.address);
      const text = await typed.createTypedFile(snapshot);
      io.err(
        formatDiagnostics([...manifest.warnings, ...kept.warnings], io.colour),
      );
      writeOneFile(out, text, typed.TYPED_FILE_MARK);
      io.out(`Wrote ${out}: ${countEntries(snapshot)}.\n`);
    }
  },
});

/** Formats the numbers of entries, such as `2 tools, 1 prompt`. */
function countEntries(snapshot: Snapshot): string {
  const nouns = {
    prompts: "prompt",
    resources: "resource",
    resourceTemplates: "resource template",
  } as const;
  const others = Object.entries(nouns).flatMap(([name, noun]) => {
    const { length } = snapshot[name as keyof typeof nouns];
    return length > 0 ? [counted(length, noun)] : [];
  });
  return [counted(snapshot.tools.length, "tool"), ...others].join(", ");
}

async function findTargets(
  args: ArgsOf<typeof OPTIONS>,
  io: Io,
): Promise<Target[]> {
  const { from, config, out } = args;
  const configured = config === undefined ? await readConfigured() : [];
  const named = configured.filter(
    ({ name }) => from === undefined || name === from,
  );
  if (config === undefined && named.length > 0) {
    const { fillAddress } = await import("../../snapshot/address.js");
    if (out !== undefined && named.length > 1)
      throw usage(
        "--out needs --from, because the configuration has several servers.",
        "Add --from with the name of one server, or remove --out.",
      );
    if (args["inherit-env"])
      throw usage(
        "--inherit-env cannot be combined with a server of the configuration.",
        "Add `inheritEnv: true` to the server in the configuration, and remove --inherit-env.",
      );
    const timeout = readTimeout(args);
    const variables = { ...process.env, ...(await readValues(args)) };
    const authorize = await createSignIn(io);
    return Promise.all(
      named.map(async ({ server, file, shown }) => ({
        address: {
          ...(await fillAddress(server, variables, shown)),
          timeout,
          signal: io.signal,
          authorize,
        },
        stored: server,
        out: out ?? file,
      })),
    );
  }
  const address = await readServerAddress(args, io);
  if (!address)
    throw usage(
      "`types` needs a server, and the configuration has no `servers`.",
      "Add --from with the server's command or URL.",
    );
  if (out === undefined)
    throw usage(
      "The option --out is required for a server outside the configuration.",
      "Add --out with the file to write, such as --out src/server.ts.",
    );
  return [{ address, stored: undefined, out }];
}

/** Returns the servers of the configuration in the working folder. */
export async function readConfigured() {
  const { loadConfig } = await import("../../config/load.js");
  const loaded = await loadConfig(process.cwd());
  if (!loaded) return [];
  return Object.entries(loaded.config.servers ?? {}).map(
    ([name, { out, ...server }]) => ({
      name,
      server: server as StoredAddress,
      file: relative(process.cwd(), join(loaded.folder, out)),
      shown: `the server "${name}" of the configuration`,
    }),
  );
}
