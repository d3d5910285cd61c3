import { mapAll } from "../../support/errors.js";
import type { LaterTable } from "../../model/history/newer-values.js";
import type { ProtocolModel } from "../../model/types.js";
import { emitCombined } from "../combined/emit.js";
import { distinguishableRevisions } from "../combined/together.js";
import { fileOf } from "../context.js";
import type {
  Choices,
  EmitContext,
  OutputFile,
  OutputName,
} from "../context.js";
import { codeHeader, header, moduleHeader } from "./header.js";
import { importTypeScript } from "./import-extension.js";
import type { Side } from "../protocol/protocol-facts.js";
import { createRecall } from "./shared-text.js";
import { emitRevision } from "./revision.js";
import { folderOf } from "./revision-names.js";
import { emitRevisionsIndex } from "./revisions-index.js";
import { linkRuntime } from "../link/link.js";
import { reachedOf } from "../link/reached.js";
import { loadTemplates, type Templates } from "../templates/templates.js";

/** How the output is laid out. */
export interface EmitOptions {
  readonly outputs: ReadonlySet<OutputName>;
  /** What `server.ts` and `client.ts` offer; everything without. */
  readonly chosen?: Choices | undefined;
  /**
   * The project that it is for. Only what this, `server.ts` and `client.ts` reach
   * is written, and the newest `types.ts`.
   */
  readonly project?: ProjectFiles | undefined;
  readonly importExt: "js" | "ts";
  /** Package that is imported in place of a runtime of the output's own. */
  readonly runtime?: string | undefined;
  /** Folder of the user's templates. */
  readonly templates?: string | undefined;
  /** Command that makes the output again, for the headers. */
  readonly command: string;
  /** What only later revisions than each know. */
  readonly later?: LaterTable;
}

/** What is written over the bindings of a project that is one side. */
export interface ProjectFiles {
  readonly side: Side;
  readonly files: readonly OutputFile[];
}

/** Files with code in them, which users need not check again. */
const CODE: readonly string[] = ["validators.ts", "server.ts", "client.ts"];

/**
 * All files of a run. One model goes into the folder itself; several go into a
 * folder each, over one `runtime/`.
 *
 * @throws UserError with every name that clashes in any output, and whatever is
 *   wrong with templates of the user's.
 */
export async function emitFiles(
  models: readonly ProtocolModel[],
  options: EmitOptions,
): Promise<OutputFile[]> {
  const templates = loadTemplates(options.templates);
  const files: OutputFile[] = [];
  const [only] = models;
  if (models.length === 1 && only) {
    const place = { runtime: options.runtime ?? "./runtime" };
    files.push(...revisionFiles(only, options, templates, place));
  } else {
    const recall = createRecall();
    const runtime = options.runtime ?? "../runtime";
    const place = { runtime, recall };
    for (const model of models)
      for (const file of revisionFiles(model, options, templates, place))
        files.push({ ...file, path: `${folderOf(model)}/${file.path}` });
    const header = headerOf(null, options);
    const { render } = templates;
    const combined = emitCombined(
      models,
      options.outputs,
      {
        render,
        laters: options.later,
        chosen: options.chosen,
        runtime: options.runtime ?? "./runtime",
      },
      (file) => headOf(file, header, templates),
      options.project?.side,
    );
    files.push(...combined);
    if (options.outputs.has("index"))
      files.push(
        emitRevisionsIndex(models, combined, moduleHeader(header), templates),
      );
  }
  const laidOut = reached(
    models,
    await formatCustom(files, templates),
    options.project,
  );
  const all = [...laidOut, ...runtimeOf(laidOut, options)];
  if (options.importExt === "js") return all;
  return all.map((file) =>
    file.path.endsWith(".ts")
      ? { ...file, text: importTypeScript(file.text) }
      : file,
  );
}

/** The files with those of the project, and nothing that these do not reach. */
function reached(
  models: readonly ProtocolModel[],
  files: readonly OutputFile[],
  project: ProjectFiles | undefined,
): readonly OutputFile[] {
  if (!project) return files;
  const [newest] = distinguishableRevisions(models);
  const folder = models.length > 1 && newest ? `${folderOf(newest)}/` : "";
  const roots = ["server.ts", "client.ts", `${folder}types.ts`];
  return reachedOf(
    [...files, ...project.files],
    (file) => roots.includes(file.path) || project.files.includes(file),
  );
}

/** The pages of a revision, under its header. */
function revisionFiles(
  model: ProtocolModel,
  options: EmitOptions,
  templates: Templates,
  place: Pick<EmitContext, "runtime" | "recall">,
): OutputFile[] {
  const later = options.later?.[model.source.revision ?? ""];
  const { chosen } = options;
  const { render } = templates;
  const context = { ...place, model, later, chosen, render };
  const header = headerOf(model, options);
  const pages = emitRevision(context, options.outputs, templates.added);
  return mapAll(pages, (page) =>
    fileOf(page, headOf(page.path, header, templates)),
  );
}

/** What stands above a file; what a template of the user's made is checked. */
function headOf(file: string, header: string, templates: Templates): string {
  if (!file.endsWith(".ts")) return header;
  const isOurs = CODE.includes(file) && !templates.isCustom(file);
  return isOurs ? codeHeader(header) : moduleHeader(header);
}

/** What the files reach of the runtime. */
function runtimeOf(
  files: readonly OutputFile[],
  options: EmitOptions,
): OutputFile[] {
  const runtime = linkRuntime(files);
  const head = codeHeader(headerOf(null, options));
  return runtime.map((file) => ({ ...file, text: `${head}\n\n${file.text}` }));
}

/** Only what a template of the user's laid out needs formatting. */
async function formatCustom(
  files: readonly OutputFile[],
  templates: Templates,
): Promise<OutputFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const name = file.path.split("/").at(-1) ?? "";
      if (!templates.isCustom(name)) return file;
      const { formatText } = await import("../print/format.js");
      return { ...file, text: await formatText(file) };
    }),
  );
}

function headerOf(model: ProtocolModel | null, options: EmitOptions): string {
  return header({
    command: options.command,
    revision: model?.source.revision ?? null,
    commit: model?.source.commit ?? null,
    sha256: model?.source.sha256 ?? null,
  });
}
