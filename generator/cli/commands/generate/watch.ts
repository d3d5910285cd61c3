import { findConfigs } from "../../../config/find.js";
import { runOnce } from "./once.js";
import type { GenerateArgs } from "./arguments.js";
import { chooseOptions, type ChosenOptions } from "./options.js";
import type { ExitCode, Io } from "../../terminal/io.js";
import { usage } from "../../usage-errors.js";
import { reportMistake, runWatching } from "../../terminal/watching.js";

/**
 * Generates again whenever the schema, the templates or the configuration
 * change. Mistakes in them are printed, and the next change is waited for.
 *
 * @throws UserError when there is nothing that could change.
 */
export async function watchGenerate(
  args: GenerateArgs,
  io: Io,
): Promise<ExitCode> {
  if (args.check || args["dry-run"])
    throw usage("--watch writes; it does not go with --check or --dry-run.");
  let inputs: readonly string[] = configsOf(args);
  const report = (error: unknown): void => reportMistake(error, args.json, io);
  const prepare = async (): Promise<() => Promise<void>> => {
    let chosen: ChosenOptions;
    try {
      chosen = await chooseOptions(args);
    } catch (error) {
      // A configuration that is broken may be mended: it stays watched.
      inputs = union(inputs, configsOf(args));
      if (inputs.length === 0) throw error;
      return async () => report(error);
    }
    inputs = inputsOf(chosen);
    if (inputs.length === 0)
      throw usage(
        "--watch has nothing to watch: bundled revisions do not change. Name a --schema, --templates or a configuration.",
      );
    return () => runOnce(chosen, args, io).then(() => {}, report);
  };
  return runWatching({ prepare, inputs: () => inputs }, io);
}

function inputsOf({ options, configFiles }: ChosenOptions): string[] {
  const { schema, templates } = options;
  return union(
    configFiles,
    [schema, templates].filter((path) => path !== undefined),
  );
}

function configsOf({ config }: GenerateArgs): readonly string[] {
  return config === undefined ? findConfigs(process.cwd()) : [config];
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}
