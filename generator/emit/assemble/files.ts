import type { ProtocolModel } from "../../model/types.js";
import type {
  FeaturesBySide,
  OutputFile,
  OutputName,
  Page,
  Side,
} from "../context.js";
import { folderOf } from "../facts/revision-names.js";
import { distinguishableRevisions } from "../multi-version/distinguishable.js";
import type { ImportExtension } from "../print/imports.js";
import { loadTemplates, type Templates } from "../templates/templates.js";
import { codeHeader, headerComment, headerLines } from "./header.js";
import { emitRevisionsIndex } from "./index-files.js";
import { emitCombined } from "./multi-version.js";
import { printPages, type PlacedPage } from "./print-pages.js";
import { emitRevision, type MadePages } from "./revision.js";
import { runtimeModules } from "./runtime-modules.js";

/** How the output is laid out. */
export interface EmitOptions {
  readonly outputs: ReadonlySet<OutputName>;
  /** What `server.ts` and `client.ts` offer; everything without. */
  readonly chosen?: FeaturesBySide | undefined;
  /**
   * The project that it is for. Only what this, `server.ts` and `client.ts` reach
   * is written, and the newest `types.ts`.
   */
  readonly project?: ProjectFiles | undefined;
  readonly importExt: ImportExtension;
  /** Package that is imported in place of a runtime of the output's own. */
  readonly runtime?: string | undefined;
  /** Folder of the user's templates. */
  readonly templates?: string | undefined;
  /** Command that makes the output again, for the headers. */
  readonly command: string;
}

/** What is written over the bindings of a project that is one side. */
export interface ProjectFiles {
  readonly side: Side;
  readonly files: readonly OutputFile[];
}

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
  const { render } = templates;
  const { chosen, outputs, project } = options;
  const several = models.length > 1;
  const made: MadePages = new Map();
  const placed: PlacedPage[] = [];
  const place = (
    pages: readonly Page[],
    folder: string,
    model?: ProtocolModel,
  ) => {
    const lines = headerLines(
      options.command,
      model?.source,
      model?.extensions,
    );
    const runtime =
      options.runtime ?? (folder === "" ? "./runtime" : "../runtime");
    for (const page of pages)
      placed.push({ path: folder + page.path, page, lines, runtime });
  };
  for (const model of models) {
    const folder = several ? `${folderOf(model)}/` : "";
    const runtime = options.runtime ?? "./runtime";
    const context = { render, chosen, runtime, model };
    place(emitRevision(context, outputs, templates.added, made), folder, model);
  }
  if (several) {
    const runtime = options.runtime ?? "./runtime";
    const given = { render, chosen, runtime };
    const pages = emitCombined(models, outputs, given, project?.side);
    if (outputs.has("index"))
      pages.push(emitRevisionsIndex(given, models, pages));
    place(pages, "");
  }
  const { files, names } = printPages(placed, {
    extension: options.importExt,
    isCustom: templates.isCustom,
    isWhole: project ? isRoot(models) : () => true,
    files: project?.files ?? [],
  });
  const formatted = await formatCustom(files, templates);
  if (options.runtime !== undefined) return formatted;
  const head = codeHeader(headerComment(headerLines(options.command)));
  const runtime = runtimeModules(names, options.importExt).map(
    ({ path, text }) => ({ path, text: `${head}\n\n${text}` }),
  );
  return [...formatted, ...(project?.files ?? []), ...runtime];
}

/** Returns whether a page is written whole for a project, which imports it by itself. */
function isRoot(models: readonly ProtocolModel[]): (path: string) => boolean {
  const [newest] = distinguishableRevisions(models);
  const folder = models.length > 1 && newest ? `${folderOf(newest)}/` : "";
  const roots = ["server.ts", "client.ts", `${folder}types.ts`];
  return (path) => roots.includes(path);
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
      const { formatText } = await import("../templates/format.js");
      return { ...file, text: await formatText(file) };
    }),
  );
}
