/**
 * Fast path of `generate` for output that is up to date. The manifest in the
 * output records the program version, the options and the inputs. If all of
 * them are unchanged, the fast path prints the result without loading yargs and
 * the rest of the program. In any case of doubt, the normal `generate` command
 * runs instead.
 */
import { splitList } from "../command.js";
import { formatUpToDate } from "../commands/generate/report.js";
import { findConfigs } from "../../config/find.js";
import {
  defaultOut,
  hasAllRevisions,
  manifestOptions,
} from "../../pipeline/options.js";
import { packageText, toolVersion } from "../../support/package.js";
import {
  bundledExtensionPath,
  extensionTable,
  namedExtension,
} from "../../source/extensions.js";
import { bundledPath, resolveRevisions } from "../../source/revisions.js";
import {
  getDigest,
  hashText,
  MANIFEST_FILE,
  printManifest,
  type Manifest,
} from "../../write/manifest.js";
import { findStrays } from "../../write/strays.js";
import { readExisting, readTarget } from "../../write/target.js";
import type { GenerateArgs } from "../commands/generate/arguments.js";

/** Options of `generate` that the fast path supports. */
interface FastOptions extends Partial<
  Record<"rev" | "only" | "out" | "extension" | "import-ext", string[]>
> {
  isCheck?: boolean;
}

/**
 * Returns the message for output that is up to date. Returns null if the normal
 * `generate` command must run instead.
 *
 * @param argv arguments after the name of the program
 */
export function getUpToDateMessage(argv: readonly string[]): string | null {
  try {
    const options = readOptions(argv);
    // The fast path does not support configuration files.
    if (options === null || findConfigs(process.cwd()).length > 0) return null;
    return compareWithManifest(options);
  } catch {
    // The normal command reports missing and broken files better.
    return null;
  }
}

/**
 * Parses arguments of the form `[generate] --name value`, and `--check`; returns
 * null for any other arguments.
 */
function readOptions(argv: readonly string[]): FastOptions | null {
  const options: FastOptions = {};
  const words = argv[0] === "generate" ? argv.slice(1) : [...argv];
  for (let index = 0; index < words.length; index++) {
    if (words[index] === "--check") {
      options.isCheck = true;
      continue;
    }
    const [, name, inline] =
      /^--(rev|only|out|extension|import-ext)(?:=(.+))?$/s.exec(
        words[index] ?? "",
      ) ?? [];
    const value = inline ?? words[++index];
    if (name === undefined || !value || value.startsWith("-")) return null;
    (options[name as Exclude<keyof FastOptions, "isCheck">] ??= []).push(value);
  }
  const { out = [], "import-ext": importExt = [] } = options;
  return out.length > 1 || importExt.length > 1 ? null : options;
}

function compareWithManifest({
  rev,
  only,
  out: folders,
  extension,
  "import-ext": importExt,
  isCheck = false,
}: FastOptions): string | null {
  if (rev === undefined) return null;
  const revisions = resolveRevisions(rev);
  const out =
    folders?.[0] ??
    defaultOut(revisions.map((revision) => ({ revision, file: "" })));
  const target = readTarget(out, false);
  if (target.manifest === null) return null;
  const { digest, ...recorded } = target.manifest;
  const extensions = splitList(extension);
  if (extensions.some((word) => namedExtension(word).name === undefined))
    return null;
  const options = manifestOptions(
    {
      only: splitList(only),
      extensions,
      importExt: importExt?.[0] as GenerateArgs["import-ext"],
    },
    out,
  );
  const requested = JSON.stringify([options, revisions]);
  const existing = recorded.sources.map((source) => source.revision);
  if (JSON.stringify([recorded.options, existing]) !== requested) return null;
  if (recorded.version !== toolVersion()) return null;
  if (
    !recorded.sources.every(isSchemaUnchanged) ||
    digest !== getDigest(recorded)
  )
    return null;
  // With `--check`, a manifest with different formatting counts as outdated.
  // The normal command reports it.
  const manifestText = readExisting(target.folder, MANIFEST_FILE) ?? "";
  if (isCheck && hashText(manifestText) !== hashText(printManifest(recorded)))
    return null;
  // Run the normal command if two sources have the same protocol version,
  // because only the normal command prints a warning about this.
  const versions = recorded.sources.map((source) => source.protocolVersion);
  const hasWarning = new Set(versions).size < versions.length;
  if (hasWarning && !hasAllRevisions(recorded.sources)) return null;
  const files = Object.entries(recorded.files);
  const isCurrent = files.every(
    ([name, sha256]) =>
      hashText(readExisting(target.folder, name) ?? "") === sha256,
  );
  if (!isCurrent) return null;
  const ours = new Set([...Object.keys(recorded.files), MANIFEST_FILE]);
  // The normal command reports files in the folder that are not part of the
  // output.
  if (findStrays(target.folder, ours).length > 0) return null;
  return formatUpToDate(out, files.length + 1);
}

/**
 * Returns whether a schema in this package, with its extensions, still equals
 * the schema from which the output was generated.
 */
function isSchemaUnchanged({
  revision,
  sha256,
  extensions = [],
}: Manifest["sources"][number]) {
  const isCurrent = (path: string, hash: string): boolean =>
    hashText(packageText(path)) === hash;
  return (
    isCurrent(bundledPath(revision ?? ""), sha256) &&
    extensions.every(({ identifier, sha256 }) =>
      Object.entries(extensionTable().extensions).some(
        ([name, pin]) =>
          pin.identifier === identifier &&
          isCurrent(bundledExtensionPath(name), sha256),
      ),
    )
  );
}
