import { basename, join, relative, resolve, sep } from "node:path";
import type { OutputFile } from "../emit/context.js";
import type { Side } from "../emit/context.js";
import type { ProtocolModel } from "../model/types.js";
import type { SchemaSource } from "../source/read.js";
import { namedExtension } from "../source/extensions.js";
import { knownRevisions } from "../source/revisions.js";
import type { SourceChoice } from "../source/select.js";
import type { ManifestOptions, OutputOptions } from "../write/manifest.js";
import type { StrayOptions } from "../write/strays.js";

/** Options of a generation: sources, outputs and the target folder. */
export interface GenerateOptions
  extends SourceChoice, OutputOptions, StrayOptions {
  /**
   * Output folder.
   *
   * @default a folder in `out/`
   */
  readonly out?: string | undefined;
  /**
   * Folder that contains the default folder `out/`.
   *
   * @default the working folder
   */
  readonly folder?: string | undefined;
  /**
   * Mode of the run: `check` and `dry-run` write nothing.
   *
   * @default "write"
   */
  readonly mode?: "write" | "check" | "dry-run" | undefined;
  /** Whether to overwrite files that a person edited. */
  readonly force?: boolean | undefined;
  /**
   * Asks the user whether to move the modules of an existing output. If absent,
   * a run that would move modules fails.
   */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Project that contains the output folder. */
  readonly project?: Project | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/**
 * Project for which a server or client is generated. Only files that the
 * project and its tests use are generated.
 */
interface Project {
  readonly side: Side;
  /**
   * Creates the project's generated files from the models. Paths are relative
   * to the output folder.
   */
  make(models: readonly ProtocolModel[]): Promise<readonly OutputFile[]>;
}

/** Returns the default output folder, such as `out/2025-06-18`. */
export function defaultOut(
  sources: readonly Pick<SchemaSource, "revision" | "file">[],
): string {
  const [first] = sources;
  if (sources.length !== 1 || !first) return "out";
  return join(
    "out",
    first.revision ?? basename(first.file).replace(/\.ts$/, ""),
  );
}

/** Returns true if all known revisions were chosen, as with `--rev all`. */
export function hasAllRevisions(
  sources: readonly Pick<SchemaSource, "revision">[],
): boolean {
  const had = new Set(sources.map(({ revision }) => revision));
  return knownRevisions().every((revision) => had.has(revision));
}

/**
 * Returns the command that regenerates the output. Paths in the command are
 * relative to the output folder.
 */
export function regenerateCommand(
  options: GenerateOptions,
  sources: readonly SchemaSource[],
  out: string,
): string {
  const path = (to: string | undefined) => to && fromFolder(out, to);
  const revisions = sources.map((source) => source.revision).join(",");
  const said = {
    rev: options.schema === undefined ? revisions : undefined,
    schema: path(options.schema),
    source: options.source === "pulled" ? options.source : undefined,
    extension: extensionsFrom(out, options)?.join(","),
    only: options.only?.join(","),
    features: options.features?.join(","),
    transports: options.transports?.join(","),
    "import-ext": options.importExt === "ts" ? options.importExt : undefined,
    "protocol-version": options.protocolVersion,
    capability: Object.entries(options.capabilities ?? {})
      .map(([method, capability]) => `${method}=${capability ?? ""}`)
      .join(","),
    runtime: options.runtime,
    templates: path(options.templates),
  };
  const words = Object.entries(said).flatMap(([name, value]) =>
    value ? [`--${name}`, shellWord(value)] : [],
  );
  return ["mcp-codegen", ...words].join(" ");
}

/** Returns the options to record in the manifest. */
export function manifestOptions(
  options: GenerateOptions,
  out: string,
): ManifestOptions {
  const { schema, source = "bundled", importExt = "js", templates } = options;
  const some = (names: readonly string[] | undefined) =>
    names?.length ? names : undefined;
  return {
    source: schema === undefined ? source : "file",
    importExt,
    extensions: some(extensionsFrom(out, options)),
    only: some(options.only),
    features: some(options.features),
    transports: some(options.transports),
    protocolVersion: options.protocolVersion,
    capabilities: options.capabilities,
    runtime: options.runtime,
    templates: templates === undefined ? undefined : fromFolder(out, templates),
    command: options.command,
  };
}

/**
 * Returns the names or paths of the extensions, with paths relative to the
 * output folder.
 */
function extensionsFrom(
  out: string,
  { extensions }: Pick<GenerateOptions, "extensions">,
): string[] | undefined {
  return extensions?.map((word) => {
    const { file, identifier } = namedExtension(word);
    if (file === undefined) return word;
    const path = fromFolder(out, file);
    return identifier === undefined ? path : `${identifier}=${path}`;
  });
}

function fromFolder(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).split(sep).join("/");
}

/** Quotes a word for a POSIX shell, if quotes are necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
