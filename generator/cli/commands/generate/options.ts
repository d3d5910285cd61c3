/** The options of a run: flags, and below them the configuration. */
import { relative, resolve } from "node:path";
import type { Config } from "../../../config/define.js";
import { loadConfig } from "../../../config/load.js";
import { FEATURES, OUTPUTS, TRANSPORTS } from "../../../emit/context.js";
import type { GenerateOptions } from "../../../jobs/generate.js";
import {
  flag,
  list,
  listOf,
  oneOf,
  SHARED_OPTIONS,
  text,
  type ArgsOf,
} from "../../command.js";
import { packageName } from "../../usage-errors.js";

/** What the command line of `generate` can say. */
export const GENERATE_OPTIONS = {
  rev: list("Revision: 2025-06-18, draft, latest, all, ...; may be repeated"),
  schema: SHARED_OPTIONS.schema,
  source: SHARED_OPTIONS.source,
  out: text("Output folder [default: out/<revision>, or out for several]"),
  only: list(`Some outputs, with what they import: ${OUTPUTS.join(", ")}`),
  features: list(`What servers and clients offer: ${FEATURES.join(", ")}`),
  transports: list(`How they are reached: ${TRANSPORTS.join(", ")}`),
  "import-ext": oneOf(["js", "ts"], "How relative imports end [default: js]"),
  "protocol-version": SHARED_OPTIONS["protocol-version"],
  runtime: text(
    "Package that `mcp-codegen runtime` wrote, imported for a copy",
  ),
  templates: text("Folder of templates that replace ours, or add files"),
  config: text(
    "Configuration file [default: mcp-codegen.config.{ts,mts,js,mjs,json}]",
  ),
  check: flag("Write nothing; show what is missing, unexpected or changed"),
  "dry-run": flag("Write nothing; list what would be written"),
  watch: flag("Generate again when schema, templates or configuration change"),
  force: flag(
    "Overwrite what was edited by hand or is newer; write among others' files",
  ),
  verbose: flag("Name every file that is written"),
  json: SHARED_OPTIONS.json,
};

/** What it says. */
export type GenerateArgs = ArgsOf<typeof GENERATE_OPTIONS>;

/** What a command line says that has no option. */
export const NO_ARGS = Object.fromEntries(
  Object.entries(GENERATE_OPTIONS).map(([name, { type }]) => [
    name,
    type === "switch" ? false : undefined,
  ]),
) as unknown as GenerateArgs;

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
