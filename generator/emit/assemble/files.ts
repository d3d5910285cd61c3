import { mapAll } from "../../support/errors.js";
import type { ProtocolModel } from "../../model/types.js";
import { emitCombined } from "./multi-version.js";
import { distinguishableRevisions } from "../multi-version/distinguishable.js";
import type { Choices, OutputFile, OutputName, Page } from "../context.js";
import { codeHeader, header, moduleHeader } from "./header.js";
import { importTypeScript } from "./page-text.js";
import type { Side } from "../facts/protocol-facts.js";
import { emitRevision, type MadePages } from "./revision.js";
import { folderOf } from "../facts/revision-names.js";
import { emitRevisionsIndex } from "./index-files.js";
import { runtimeModules } from "./runtime-modules.js";
import { reachedOf } from "./reach.js";
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
  const { render } = templates;
  const { chosen, outputs, project } = options;
  const several = models.length > 1;
  const made: MadePages = new Map();
  const written = (pages: readonly Page[], model?: ProtocolModel) => {
    const text = header(options.command, model?.source, model?.extensions);
    const folder = several && model ? `${folderOf(model)}/` : "";
    return mapAll(pages, ({ path, under }) => ({
      path: folder + path,
      text: under(headOf(path, text, templates)),
    }));
  };
  const files = models.flatMap((model) => {
    const runtime = options.runtime ?? (several ? "../runtime" : "./runtime");
    const context = { render, chosen, runtime, model };
    const pages = emitRevision(context, outputs, templates.added, made);
    return written(pages, model);
  });
  if (several) {
    const runtime = options.runtime ?? "./runtime";
    const given = { render, chosen, runtime };
    const pages = emitCombined(models, outputs, given, project?.side);
    if (outputs.has("index"))
      pages.push(emitRevisionsIndex(given, models, pages));
    files.push(...written(pages));
  }
  const formatted = await formatCustom(files, templates);
  const laidOut = reached(models, formatted, project);
  const head = codeHeader(header(options.command));
  const runtime = runtimeModules(namesOf(laidOut)).map(
    ({ path, text }) => ({
      path,
      text: `${head}\n\n${text}`,
    }),
  );
  const all = [...laidOut, ...runtime];
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

/** What stands above a file; what a template of the user's made is checked. */
function headOf(file: string, header: string, templates: Templates): string {
  if (!file.endsWith(".ts")) return header;
  const isOurs = CODE.includes(file) && !templates.isCustom(file);
  return isOurs ? codeHeader(header) : moduleHeader(header);
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

/** INTERIM */
export function namesOf(files: readonly OutputFile[]): string[] {
  return files.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"\.\.?\/runtime\/[^"]+"/g,
      ),
    ]
      .flatMap(([, names = ""]) => [
        ...names.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g),
      ])
      .map(([, name = ""]) => name),
  );
}
