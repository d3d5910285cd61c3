/** The options of a run: flags, and below them the configuration. */
import { relative, resolve } from "node:path";
import type { Config } from "../../../config/define.js";
import { loadConfig } from "../../../config/load.js";
import type { GenerateOptions } from "../../../jobs/generate.js";
import { listOf } from "../../command.js";
import { packageName } from "../../usage-errors.js";
import type { GenerateArgs } from "./arguments.js";

/** Options of a run, and the files of the configuration that has a part in it. */
export interface ChosenOptions {
  readonly options: GenerateOptions;
  readonly configFiles: readonly string[];
}

/**
 * Reads the configuration and puts the flags over it.
 *
 * @throws UserError when the configuration is missing, broken or wrong.
 */
export async function chooseOptions(
  args: GenerateArgs,
  cwd = process.cwd(),
): Promise<ChosenOptions> {
  const loaded = await loadConfig(cwd, args.config);
  const config = loaded ? fromHere(loaded.config, loaded.folder, cwd) : {};
  // Another schema on the command line is another schema altogether.
  const own = args.rev !== undefined || args.schema !== undefined;
  const { rev, schema, source, protocolVersion } = own
    ? {}
    : (config as Config);
  const folder = loaded ? relative(cwd, loaded.folder) : "";
  return {
    configFiles: loaded?.files ?? [],
    options: {
      revisions: args.rev ?? (typeof rev === "string" ? [rev] : (rev ?? [])),
      schema: args.schema ?? schema,
      source: args.source ?? source,
      out: args.out ?? config.out,
      folder,
      only: args.only ? listOf(args.only) : (config.only ?? []),
      features: args.features ? listOf(args.features) : config.features,
      transports: args.transports ? listOf(args.transports) : config.transports,
      protocolVersion: args["protocol-version"] ?? protocolVersion,
      runtime:
        args.runtime === undefined
          ? config.runtime
          : packageName("--runtime", args.runtime),
      templates: args.templates ?? config.templates,
      importExt: args["import-ext"] ?? config.importExt,
      mode: args.check ? "check" : args["dry-run"] ? "dry-run" : "write",
      force: args.force,
    },
  };
}

/** The configuration's paths as seen from the working folder. */
function fromHere(config: Config, folder: string, cwd: string): Config {
  const path = (to: string): string =>
    relative(cwd, resolve(folder, to)) || ".";
  const { schema, out, templates } = config;
  return {
    ...config,
    ...(schema === undefined ? {} : { schema: path(schema) }),
    ...(out === undefined ? {} : { out: path(out) }),
    ...(templates === undefined ? {} : { templates: path(templates) }),
  };
}
