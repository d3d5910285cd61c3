/**
 * Options of a run of `generate`: the command line overrides the configuration.
 */
import { relative, resolve } from "node:path";
import type { Config } from "../../../config/define.js";
import { loadConfig } from "../../../config/load.js";
import type { GenerateOptions } from "../../../pipeline/generate.js";
import { namedExtension } from "../../../source/extensions.js";
import { splitList } from "../../command.js";
import { checkPackageName, usage } from "../../usage-errors.js";
import type { GenerateArgs } from "./arguments.js";

/**
 * Options of a run of `generate`, and the files from which the configuration
 * was loaded.
 */
export interface ChosenOptions {
  readonly options: GenerateOptions;
  readonly configFiles: readonly string[];
}

/**
 * Loads the configuration. Options on the command line override its values.
 *
 * @throws UserError if the configuration is missing or invalid.
 */
export async function chooseOptions(
  args: GenerateArgs,
  cwd = process.cwd(),
): Promise<ChosenOptions> {
  const loaded = await loadConfig(cwd, args.config);
  const { config = {}, folder = cwd, files = [] } = loaded ?? {};
  const fromHere = (path: string | undefined): string | undefined =>
    path && (relative(cwd, resolve(folder, path)) || ".");
  // A revision or schema on the command line overrides all schema settings of
  // the configuration.
  const namesSchema = args.rev !== undefined || args.schema !== undefined;
  const schema: Config = namesSchema ? {} : config;
  return {
    configFiles: files,
    options: {
      revisions: args.rev ?? [schema.rev ?? []].flat(),
      schema: args.schema ?? fromHere(schema.schema),
      source: args.source ?? schema.source,
      extensions: args.extension
        ? splitList(args.extension)
        : schema.extensions?.map((word) => resolveExtension(word, fromHere)),
      out: args.out ?? fromHere(config.out),
      folder: relative(cwd, folder),
      only: args.only ? splitList(args.only) : (config.only ?? []),
      features: args.features ? splitList(args.features) : config.features,
      transports: args.transports
        ? splitList(args.transports)
        : config.transports,
      protocolVersion: args["protocol-version"] ?? schema.protocolVersion,
      capabilities: args.capability
        ? readCapabilities(splitList(args.capability))
        : schema.capabilities,
      runtime:
        args.runtime === undefined
          ? config.runtime
          : checkPackageName("--runtime", args.runtime),
      templates: args.templates ?? fromHere(config.templates),
      importExt: args["import-ext"] ?? config.importExt,
      mode: args.check ? "check" : args["dry-run"] ? "dry-run" : "write",
      force: args.force,
      keep: config.keep,
      prune: args.prune,
    },
  };
}

/**
 * Parses the values of `--capability`. Each value is a method with its
 * capability, such as `acme/list=acme`.
 *
 * @throws UserError for a value without `=`.
 */
function readCapabilities(values: readonly string[]) {
  const pairs = values.map((value) => {
    const [, method, capability] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
    if (method !== undefined) return [method, capability || null] as const;
    throw usage(
      `--capability is "${value}"; it takes a method with its capability.`,
      "Write --capability acme/list=acme, or --capability acme/list= for none.",
    );
  });
  return Object.fromEntries(pairs);
}

/**
 * Converts the path of an extension's schema file to a path relative to the
 * working folder.
 */
function resolveExtension(
  word: string,
  fromHere: (path: string) => string | undefined,
): string {
  const { file, identifier } = namedExtension(word);
  const here = file === undefined ? word : (fromHere(file) ?? file);
  return identifier === undefined ? here : `${identifier}=${here}`;
}
