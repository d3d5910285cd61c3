import type { ProtocolModel } from "../../model/types.js";
import type {
  FeaturesBySide,
  OutputFile,
  OutputName,
  Page,
  Side,
} from "../context.js";
import { getFolder } from "../facts/revision-names.js";
import { distinguishableRevisions } from "../multi-version/distinguishable.js";
import type { ImportExtension } from "../print/imports.js";
import { loadTemplates, type Templates } from "../templates/templates.js";
import {
  createCodeHeader,
  createHeaderComment,
  createHeaderLines,
} from "./header.js";
import { emitRevisionsIndex } from "./index-files.js";
import { emitMultiVersion } from "./multi-version.js";
import { printPages, type PlacedPage } from "./print-pages.js";
import { emitRevision, type PageCache } from "./revision.js";
import { createRuntimeModules } from "./runtime-modules.js";

/** Options for `emitFiles`. */
export interface EmitOptions {
  readonly outputs: ReadonlySet<OutputName>;
  /**
   * Features and transports that `server.ts` and `client.ts` include. If
   * undefined, all of them are included.
   */
  readonly chosen?: FeaturesBySide | undefined;
  /**
   * Project whose source files import the output. If set, the output contains
   * only code that the project, `server.ts`, `client.ts` or the newest
   * `types.ts` uses.
   */
  readonly project?: ProjectFiles | undefined;
  readonly importExt: ImportExtension;
  /**
   * Package from which the output imports the runtime. If undefined, the
   * runtime is written to the `runtime` folder of the output.
   */
  readonly runtime?: string | undefined;
  /** Folder with the user's templates. */
  readonly templates?: string | undefined;
  /**
   * Command that regenerates the output. The header of each file contains the
   * command.
   */
  readonly command: string;
}

/**
 * Source files of the generated project, and the side (server or client) that
 * the project implements. The source files import the output.
 */
interface ProjectFiles {
  readonly side: Side;
  readonly files: readonly OutputFile[];
}

/**
 * Returns all generated files of a run. The files of a single revision are
 * placed directly in the output folder. If there are several revisions, each
 * has a subfolder, and all share one `runtime/`.
 *
 * @throws UserError with every name clash in any output, and every error in the
 *   user's templates.
 */
export async function emitFiles(
  models: readonly ProtocolModel[],
  options: EmitOptions,
): Promise<OutputFile[]> {
  const templates = loadTemplates(options.templates);
  const { render } = templates;
  const { chosen, outputs, project } = options;
  const several = models.length > 1;
  const made: PageCache = new Map();
  const placed: PlacedPage[] = [];
  const place = (
    pages: readonly Page[],
    folder: string,
    model?: ProtocolModel,
  ) => {
    const lines = createHeaderLines(
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
    const folder = several ? `${getFolder(model)}/` : "";
    const runtime = options.runtime ?? "./runtime";
    const context = { render, chosen, runtime, model };
    const isPart = several && project !== undefined;
    place(
      emitRevision(context, outputs, templates.added, made, isPart),
      folder,
      model,
    );
  }
  if (several) {
    const runtime = options.runtime ?? "./runtime";
    const given = { render, chosen, runtime };
    const pages = emitMultiVersion(models, outputs, given, project?.side);
    if (outputs.has("index"))
      pages.push(emitRevisionsIndex(given, models, pages));
    place(pages, "");
  }
  const { files, names } = printPages(placed, {
    extension: options.importExt,
    isCustom: templates.isCustom,
    isWhole: project ? createRootTest(models) : () => true,
    files: project?.files ?? [],
  });
  const formatted = await formatCustom(files, templates);
  if (options.runtime !== undefined) return formatted;
  const head = createCodeHeader(
    createHeaderComment(createHeaderLines(options.command)),
  );
  const runtime = createRuntimeModules(names, options.importExt).map(
    ({ path, text }) => ({ path, text: `${head}\n\n${text}` }),
  );
  return [...formatted, ...(project?.files ?? []), ...runtime];
}

/**
 * Returns a function that tests whether a generated file of a project is
 * written in full. These files are `server.ts`, `client.ts` and the newest
 * `types.ts`. All others contain only the declarations that other files use.
 */
function createRootTest(
  models: readonly ProtocolModel[],
): (path: string) => boolean {
  const [newest] = distinguishableRevisions(models);
  const folder = models.length > 1 && newest ? `${getFolder(newest)}/` : "";
  const roots = ["server.ts", "client.ts", `${folder}types.ts`];
  return (path) => roots.includes(path);
}

/**
 * Formats the files that a user's template creates. All other files are already
 * formatted.
 */
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
