import { relative } from "node:path";
import { findConfigs } from "../../../config/find.js";
import { namedExtension } from "../../../source/extensions.js";
import { defineCommand } from "../../command.js";
import { withProgress, type ExitCode, type Io } from "../../terminal/io.js";
import { runWatching, type Prepared } from "../../terminal/watching.js";
import { usage } from "../../usage-errors.js";
import { GENERATE_OPTIONS, type GenerateArgs } from "./arguments.js";
import { chooseOptions, type ChosenOptions } from "./options.js";

/**
 * Command `generate`, which is the default: generates bindings for revisions or
 * for a schema file.
 */
export const generateCommand = defineCommand({
  words: ["generate"],
  isDefault: true,
  describe: "Generate TypeScript bindings",
  operands: {},
  options: GENERATE_OPTIONS,
  examples: [
    ["$0 --rev 2025-06-18", "Write bindings to out/2025-06-18"],
    ["$0 --rev draft --out src/mcp", "Write bindings for the draft to src/mcp"],
    ["$0 --rev all --check", "Check that every file in out/ is current"],
    ["$0 --schema ./schema.ts --only types", "Write only the types of a fork"],
  ],
  async run(args, io) {
    if (args.check && args["dry-run"])
      throw usage(
        "--check and --dry-run exclude each other.",
        "Remove --check or --dry-run.",
      );
    if (args.check && args.prune)
      throw usage(
        "--check writes nothing; --prune deletes files.",
        "Remove one of the two options.",
      );
    if (args.watch) return watch(args, io);
    return runOnce(await chooseOptions(args), args, io);
  },
});

/** Generates the output once and reports the result. */
async function runOnce(
  { options, configFiles: [configFile] }: ChosenOptions,
  args: GenerateArgs,
  io: Io,
): Promise<ExitCode> {
  // Import dynamically, so that `--help` does not load the parser.
  const [{ generate }, { reportGeneration }] = await Promise.all([
    import("../../../pipeline/generate.js"),
    import("./report.js"),
  ]);
  const { ask, signal } = io;
  const outcome = await withProgress(io, (onProgress) =>
    generate({
      ...options,
      signal,
      onProgress,
      // Ask before a run moves the modules of an existing output, for example
      // because revisions were added. If the user cannot be asked, the run
      // fails.
      confirm:
        ask && args.out !== undefined && !args.json
          ? async (question) => {
              onProgress("");
              const answer = await ask(`${question}\nContinue? (y/N) `);
              return /^y(es)?$/i.test(answer.trim());
            }
          : undefined,
    }),
  );
  const shown = configFile && relative(process.cwd(), configFile);
  return reportGeneration(outcome, args, io, shown);
}

/**
 * Generates the output again whenever the user's schema, templates or
 * configuration change.
 *
 * @throws UserError if the run has no input files that could change.
 */
function watch(args: GenerateArgs, io: Io): Promise<ExitCode> {
  if (args.check || args["dry-run"])
    throw usage(
      "--watch writes files, so it excludes --check and --dry-run, which write nothing.",
      "Remove --watch, or remove --check and --dry-run.",
    );
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
          "--watch has no files to watch: the bundled schemas of mcp-codegen do not change.",
          "Add --schema, --templates or --config, or remove --watch.",
        );
      return { inputs, run: () => runOnce(chosen, args, io) };
    } catch (error) {
      // After an error in the configuration files, watch these files, so that a
      // correction starts the next run.
      const { config = findConfigs(process.cwd()) } = args;
      inputs = [...new Set([inputs, config].flat())];
      if (inputs.length === 0) throw error;
      return { inputs, run: () => Promise.reject(error as Error) };
    }
  };
  return runWatching(prepare, args.json, io);
}
