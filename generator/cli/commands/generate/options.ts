/** The options of a run: flags, and below them the configuration. */
import { relative, resolve } from "node:path";
import type { Config } from "../../../config/define.js";
import { loadConfig } from "../../../config/load.js";
import type { GenerateOptions } from "../../../pipeline/generate.js";
import { namedExtension } from "../../../source/extensions.js";
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
  const { config = {}, folder = cwd, files = [] } = loaded ?? {};
  const fromHere = (path: string | undefined): string | undefined =>
    path && (relative(cwd, resolve(folder, path)) || ".");
  // Another schema on the command line is another schema altogether.
  const own = args.rev !== undefined || args.schema !== undefined;
  const of: Config = own ? {} : config;
  return {
    configFiles: files,
    options: {
      revisions: args.rev ?? [of.rev ?? []].flat(),
      schema: args.schema ?? fromHere(of.schema),
      source: args.source ?? of.source,
      extensions: args.extension
        ? listOf(args.extension)
        : of.extensions?.map((word) => extensionFrom(word, fromHere)),
      out: args.out ?? fromHere(config.out),
      folder: relative(cwd, folder),
      only: args.only ? listOf(args.only) : (config.only ?? []),
      features: args.features ? listOf(args.features) : config.features,
      transports: args.transports ? listOf(args.transports) : config.transports,
      protocolVersion: args["protocol-version"] ?? of.protocolVersion,
      runtime:
        args.runtime === undefined
          ? config.runtime
          : packageName("--runtime", args.runtime),
      templates: args.templates ?? fromHere(config.templates),
      importExt: args["import-ext"] ?? config.importExt,
      mode: args.check ? "check" : args["dry-run"] ? "dry-run" : "write",
      force: args.force,
    },
  };
}

/** The word of an extension, with its file as it is called from here. */
function extensionFrom(
  word: string,
  fromHere: (path: string) => string | undefined,
): string {
  const { file, identifier } = namedExtension(word);
  const here = file === undefined ? word : (fromHere(file) ?? file);
  return identifier === undefined ? here : `${identifier}=${here}`;
}
