import { mapAll } from "../errors.js";
import type { LaterTable } from "../model/later.js";
import { once } from "../model/once.js";
import type { ProtocolModel } from "../model/types.js";
import { emitAdded } from "./added.js";
import { emitClient } from "./client.js";
import { emitCombined } from "./combined/emit.js";
import { emitCorpus } from "./corpus/emit.js";
import type {
  EmitContext,
  Emitter,
  OutputFile,
  OutputName,
} from "./context.js";
import { codeHeader, header } from "./header.js";
import { importTypeScript } from "./import-extension.js";
import { emitIndex } from "./index-file.js";
import { emitJsonSchema } from "./json-schema/emit.js";
import { emitMethods } from "./methods.js";
import { createRecall } from "./recall.js";
import { folderOf } from "./revision-names.js";
import { emitRevisionsIndex } from "./revisions-index.js";
import { importedRuntime, wholeRuntime } from "./runtime.js";
import { emitServer } from "./server.js";
import { loadTemplates, type Templates } from "./templates.js";
import { emitTypes } from "./types.js";
import { emitValidators } from "./validators/emit.js";

/** How the output is laid out. */
export interface EmitOptions {
  readonly outputs: ReadonlySet<OutputName>;
  readonly importExt: "js" | "ts";
  /** Folder of the user's templates. */
  readonly templates?: string | undefined;
  /** Command that makes the output again, for the headers. */
  readonly command: string;
  readonly toolVersion: string;
  /** What only later revisions than each know. */
  readonly later?: LaterTable;
}

/** In the order in which they are written. */
const EMITTERS: readonly (readonly [OutputName, Emitter])[] = [
  ["types", emitTypes],
  ["methods", emitMethods],
  ["validators", emitValidators],
  ["server", emitServer],
  ["client", emitClient],
  ["json-schema", emitJsonSchema],
  ["corpus", emitCorpus],
];

/** Outputs with code in them, which users need not check again. */
const CODE: readonly OutputName[] = ["validators", "server", "client"];

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
    const place = { runtime: "./runtime" } as const;
    files.push(...emitRevision(only, options, templates, place));
  } else {
    const recall = createRecall();
    for (const [i, model] of models.entries()) {
      const before = models[i - 1];
      const place = { runtime: "../runtime", before, recall } as const;
      for (const file of emitRevision(model, options, templates, place))
        files.push({ ...file, path: `${folderOf(model)}/${file.path}` });
    }
    const header = headerOf(null, options);
    const { render } = templates;
    const combined = emitCombined(
      models,
      options.outputs,
      { render, laters: options.later },
      (name) => (isChecked(name, templates) ? codeHeader(header) : header),
    );
    files.push(...combined);
    if (options.outputs.has("index"))
      files.push(emitRevisionsIndex(models, combined, header, templates));
  }
  const laidOut = await formatCustom(files, templates);
  const all = [...laidOut, ...runtimeOf(laidOut, models.length > 1, options)];
  if (options.importExt === "js") return all;
  return all.map((file) =>
    file.path.endsWith(".ts")
      ? { ...file, text: importTypeScript(file.text) }
      : file,
  );
}

function emitRevision(
  model: ProtocolModel,
  options: EmitOptions,
  templates: Templates,
  place: Pick<EmitContext, "runtime" | "before" | "recall">,
): OutputFile[] {
  const context = {
    ...place,
    model,
    header: headerOf(model, options),
    render: templates.render,
    later: options.later?.[model.source.revision ?? ""],
  };
  // Only types.ts follows the schema's order; the rest does not change with it.
  const before = place.before && sortDeclarations(place.before);
  const sorted = { ...context, before, model: sortDeclarations(model) };
  // Without a version there is nothing that a peer could be told.
  const outputs = [...options.outputs].filter(
    (name) =>
      model.protocolVersion !== null ||
      (name !== "server" && name !== "client"),
  );
  const contextFor = (name: OutputName): EmitContext => {
    const { header } = context;
    const given = name === "types" ? context : sorted;
    return isChecked(name, templates)
      ? { ...given, header: codeHeader(header) }
      : given;
  };
  const emitters = EMITTERS.filter(([name]) => outputs.includes(name));
  const files = mapAll(emitters, ([name, emit]) => emit(contextFor(name)));
  if (outputs.includes("index")) files.push(emitIndex(context, outputs));
  if (outputs.includes("templates"))
    files.push(...templates.added.map((name) => emitAdded(name, context)));
  return files;
}

/** Whether it is code, and no template of the user's had a hand in it. */
function isChecked(name: OutputName, templates: Templates): boolean {
  return CODE.includes(name) && !templates.isCustom(`${name}.ts`);
}

/** All of the runtime for programs, what is imported for the rest. */
function runtimeOf(
  files: readonly OutputFile[],
  several: boolean,
  options: EmitOptions,
): OutputFile[] {
  const runtime = options.outputs.has("runtime")
    ? wholeRuntime(several)
    : importedRuntime(files);
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
      const { formatText } = await import("./format.js");
      return { ...file, text: await formatText(file) };
    }),
  );
}

function headerOf(model: ProtocolModel | null, options: EmitOptions): string {
  return header({
    toolVersion: options.toolVersion,
    command: options.command,
    revision: model?.source.revision ?? null,
    commit: model?.source.commit ?? null,
    sha256: model?.source.sha256 ?? null,
  });
}

const sortDeclarations = once((model: ProtocolModel): ProtocolModel => {
  const declarations = [...model.declarations].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return { ...model, declarations };
});
