import { basename, join, relative, resolve, sep } from "node:path";
import type { OutputFile } from "./emit/context.js";
import { emitFiles } from "./emit/files.js";
import {
  requireTemplates,
  requireVersion,
  selectOutputs,
} from "./emit/select.js";
import type { Diagnostic } from "./errors.js";
import { fingerprint } from "./model/fingerprint.js";
import type { ProtocolModel } from "./model/types.js";
import { toolVersion } from "./package.js";
import { parseSchema } from "./parse/index.js";
import type { SchemaSource } from "./source/read.js";
import { readSources, type SourceChoice } from "./source/select.js";
import { bundledLater } from "./source/later.js";
import { bundledSince } from "./source/since.js";
import { applyPlan, breathe } from "./write/apply.js";
import type { Drift } from "./write/check.js";
import type { Disk } from "./write/disk.js";
import type { Manifest } from "./write/manifest.js";
import { planWrite, refuseEdited, type Plan } from "./write/plan.js";
import { readTarget } from "./write/target.js";

/** What to generate, from what, and where. */
export interface GenerateOptions extends SourceChoice {
  /** Output folder; by default below `out/`. */
  readonly out?: string | undefined;
  /** Folder in which `out/` is by default; the working folder otherwise. */
  readonly folder?: string | undefined;
  /** Outputs by name; all when empty. */
  readonly only?: readonly string[] | undefined;
  /** How relative imports end; `js` by default. */
  readonly importExt?: "js" | "ts" | undefined;
  /** Version string for a schema that names none. */
  readonly protocolVersion?: string | undefined;
  /** Folder with templates that replace built-in ones, or add files. */
  readonly templates?: string | undefined;
  /** `check` and `dry-run` write nothing; `write` by default. */
  readonly mode?: "write" | "check" | "dry-run" | undefined;
  /** Overwrite what a person edited. */
  readonly force?: boolean | undefined;
  /** What headers name in place of the command line that makes the output. */
  readonly command?: string | undefined;
  /** Files that go into the same folder, and into its manifest. */
  readonly beside?: Beside | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
  readonly disk?: Disk | undefined;
}

/** Makes more files of the models; paths are relative to the output folder. */
export type Beside = (
  models: readonly ProtocolModel[],
  bindings: readonly OutputFile[],
) => Promise<readonly OutputFile[]>;

/** What a run did, or would do. */
export interface GenerateOutcome {
  readonly mode: "write" | "check" | "dry-run";
  readonly plan: Plan;
  /** How the folder differs; filled in mode `check` only. */
  readonly drift: readonly Drift[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * The main job, stage by stage: source, parse, emit, write.
 *
 * @throws UserError for everything that the user can mend, with all that was
 *   found; the signal's reason when it was aborted. Nothing is changed then.
 */
export async function generate(
  options: GenerateOptions,
): Promise<GenerateOutcome> {
  const { mode = "write", signal, onProgress = () => {} } = options;
  const sources = readSources(options);
  const out = options.out ?? join(options.folder ?? "", defaultOut(sources));
  const outputs = selectOutputs(options.only ?? []);
  requireTemplates(options.templates, options.only ?? []);

  const models: ProtocolModel[] = [];
  const warnings: Diagnostic[] = [];
  for (const source of sources) {
    onProgress(`Parsing ${source.file} …`);
    const parsed = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
      ...(options.protocolVersion === undefined
        ? {}
        : { protocolVersion: options.protocolVersion }),
    });
    requireVersion(parsed.model, options.only ?? []);
    models.push(parsed.model);
    warnings.push(...parsed.warnings);
    await breathe(signal);
  }

  onProgress("Generating …");
  const bindings = await emitFiles(models, {
    outputs,
    importExt: options.importExt ?? "js",
    templates: options.templates,
    command: options.command ?? regenerateCommand(options, sources, out),
    toolVersion: toolVersion(),
    later: bundledLater(),
  });
  const beside = await options.beside?.(models, bindings);
  const files = [...bindings, ...(beside ?? [])];
  await breathe(signal);

  onProgress(`Comparing with ${out} …`);
  const target = readTarget(out, options.force === true);
  const plan = planWrite(target, files, manifestHead(options, models, out));
  if (mode === "check") {
    const { findDrift } = await import("./write/check.js");
    return { mode, plan, drift: findDrift(plan), warnings };
  }
  if (options.force !== true) refuseEdited(plan);
  if (mode === "write")
    await applyPlan(plan, {
      ...(signal ? { signal } : {}),
      ...(options.disk ? { disk: options.disk } : {}),
    });
  return { mode, plan, drift: [], warnings };
}

function defaultOut(sources: readonly SchemaSource[]): string {
  const [first] = sources;
  if (sources.length !== 1 || !first) return "out";
  return join(
    "out",
    first.revision ?? basename(first.file).replace(/\.ts$/, ""),
  );
}

/** The command that makes the same output; paths are relative to the output. */
function regenerateCommand(
  options: GenerateOptions,
  sources: readonly SchemaSource[],
  out: string,
): string {
  const words = ["mcp-codegen"];
  const path = (to: string): string => shellWord(fromFolder(out, to));
  if (options.schema !== undefined)
    words.push("--schema", path(options.schema));
  else words.push("--rev", sources.map((source) => source.revision).join(","));
  if (options.source === "pulled") words.push("--source", "pulled");
  if (options.only?.length) words.push("--only", options.only.join(","));
  if (options.importExt === "ts") words.push("--import-ext", "ts");
  if (options.protocolVersion !== undefined)
    words.push("--protocol-version", shellWord(options.protocolVersion));
  if (options.templates !== undefined)
    words.push("--templates", path(options.templates));
  return words.join(" ");
}

function manifestHead(
  options: GenerateOptions,
  models: readonly ProtocolModel[],
  out: string,
): Omit<Manifest, "files"> {
  return {
    tool: "mcp-codegen",
    version: toolVersion(),
    options: {
      source:
        options.schema === undefined ? (options.source ?? "bundled") : "file",
      importExt: options.importExt ?? "js",
      ...(options.only?.length ? { only: options.only } : {}),
      ...(options.protocolVersion === undefined
        ? {}
        : { protocolVersion: options.protocolVersion }),
      ...(options.templates === undefined
        ? {}
        : { templates: fromFolder(out, options.templates) }),
    },
    sources: models.map((model) => ({
      revision: model.source.revision,
      protocolVersion: model.protocolVersion,
      commit: model.source.commit,
      sha256: model.source.sha256,
      fingerprint: fingerprint(model),
    })),
  };
}

function fromFolder(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).split(sep).join("/");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
