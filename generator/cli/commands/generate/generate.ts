import { findConfigs } from "../../../config/find.js";
import { namedExtension } from "../../../source/extensions.js";
import { defineCommand } from "../../command.js";
import { withProgress, type ExitCode, type Io } from "../../terminal/io.js";
import { runWatching, type Prepared } from "../../terminal/watching.js";
import { usage } from "../../usage-errors.js";
import { GENERATE_OPTIONS, type GenerateArgs } from "./arguments.js";
import { chooseOptions, type ChosenOptions } from "./options.js";

/** The default command: bindings for one revision, several, or a file. */
export const generateCommand = defineCommand({
  words: ["generate"],
  describe: "Generate bindings",
  operands: {},
  options: GENERATE_OPTIONS,
  examples: [
    ["$0 --rev 2025-06-18", "Bindings into out/2025-06-18"],
    ["$0 --rev draft --out src/mcp", "Upstream's draft into src/mcp"],
    ["$0 --rev all --check", "Is every file in out/ current?"],
    ["$0 --schema ./schema.ts --only types", "Types of a fork"],
  ],
  async run(args, io) {
    if (args.check && args["dry-run"])
      throw usage("--check and --dry-run do not go together.");
    if (args.watch) return watch(args, io);
    return runOnce(await chooseOptions(args), args, io);
  },
});

/** Generates, and reports what was done. */
async function runOnce(
  { options }: ChosenOptions,
  args: GenerateArgs,
  io: Io,
): Promise<ExitCode> {
  // Loaded here so that --help does not wait for the parser.
  const [{ generate }, { reportGeneration }] = await Promise.all([
    import("../../../pipeline/generate.js"),
    import("./report.js"),
  ]);
  const outcome = await withProgress(io, (onProgress) =>
    generate({ ...options, signal: io.signal, onProgress }),
  );
  return reportGeneration(outcome, args, io);
}

/**
 * Generates again whenever the schema, the templates or the configuration change.
 *
 * @throws UserError when there is nothing that could change.
 */
function watch(args: GenerateArgs, io: Io): Promise<ExitCode> {
  if (args.check || args["dry-run"])
    throw usage("--watch writes; it does not go with --check or --dry-run.");
  let inputs: readonly string[] = [];
  const prepare = async (): Promise<Prepared> => {
    try {
      const chosen = await chooseOptions(args);
      const { schema = [], templates = [], extensions = [] } = chosen.options;
      const files = extensions.flatMap(
        (word) => namedExtension(word).file ?? [],
      );
      const named = [chosen.configFiles, schema, files, templates].flat();
      inputs = [...new Set(named)];
      if (inputs.length === 0)
        throw usage(
          "--watch has nothing to watch: bundled revisions do not change. Name a --schema, --templates or a configuration.",
        );
      return { inputs, run: () => runOnce(chosen, args, io) };
    } catch (error) {
      // A configuration that is broken may be mended: it stays watched.
      const { config = findConfigs(process.cwd()) } = args;
      inputs = [...new Set([inputs, config].flat())];
      if (inputs.length === 0) throw error;
      return { inputs, run: () => Promise.reject(error as Error) };
    }
  };
  return runWatching(prepare, args.json, io);
}
