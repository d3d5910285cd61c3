import { join } from "node:path";
import { configError } from "../config/diagnostics.js";
import { yieldToEventLoop } from "../support/yield-to-event-loop.js";
import { selectFeatures } from "../emit/features.js";
import { warnShadowedRevisions } from "../emit/multi-version/distinguishable.js";
import { addCodeFrames } from "../emit/diagnostics.js";
import { emitFiles } from "../emit/assemble/files.js";
import {
  requireApps,
  requireTemplates,
  requireVersion,
  selectOutputs,
} from "../emit/select.js";
import { mapAll, type Diagnostic } from "../support/errors.js";
import { nearest } from "../support/nearest.js";
import { fingerprint } from "../model/identity/fingerprint.js";
import type { ProtocolModel } from "../model/types.js";
import {
  defaultOut,
  hasAllRevisions,
  manifestOptions,
  regenerateCommand,
  type GenerateOptions,
} from "./options.js";
import { toolVersion } from "../support/package.js";
import { parseSchema } from "../parse/index.js";
import type { SchemaSource } from "../source/read.js";
import { readSources } from "../source/select.js";
import { bundledSince, revisionPin } from "../source/revisions.js";
import type { ManifestHead } from "../write/manifest.js";
import { writeOutput, type GenerateOutcome } from "./output.js";

export type { GenerateOptions } from "./options.js";
export type { GenerateOutcome } from "./output.js";

/**
 * Runs the stages of generation: source, parse, emit, write.
 *
 * @throws UserError with all mistakes that the user can fix, or the abort
 *   reason of `signal`. In both cases no file is changed.
 */
export async function generate(
  options: GenerateOptions,
): Promise<GenerateOutcome> {
  const { features, transports, project, signal } = options;
  const { onProgress = () => {} } = options;
  const sources = readSources(options);
  const out = options.out ?? join(options.folder ?? "", defaultOut(sources));
  const outputs = selectOutputs(options.only ?? []);
  const chosen = selectFeatures(features, transports, project?.side);
  requireTemplates(options.templates, options.only ?? []);

  const { models, warnings } = await parseAll(sources, options);
  const combines = outputs.has("server") || outputs.has("client");
  if (combines && !hasAllRevisions(sources))
    warnings.push(...warnShadowedRevisions(models));

  onProgress("Generating …");
  const files = await emitFiles(models, {
    outputs,
    chosen,
    importExt: options.importExt ?? "js",
    runtime: options.runtime,
    templates: options.templates,
    command: options.command ?? regenerateCommand(options, sources, out),
    project: project && {
      side: project.side,
      files: await project.make(models),
    },
  }).catch((error: unknown) => {
    const files = sources.flatMap(({ extensions = [] }) => extensions);
    throw addCodeFrames(error, [...sources, ...files]);
  });
  await yieldToEventLoop(signal);

  onProgress(`Comparing with ${out} …`);
  const head = manifestHead(options, models, out);
  const outcome = await writeOutput(out, files, head, options);
  return { ...outcome, warnings: [...warnings, ...outcome.warnings] };
}

async function parseAll(
  sources: readonly SchemaSource[],
  options: GenerateOptions,
): Promise<{
  readonly models: ProtocolModel[];
  readonly warnings: Diagnostic[];
}> {
  const { only = [], protocolVersion, capabilities, signal } = options;
  const models: ProtocolModel[] = [];
  const warnings: Diagnostic[] = [];
  for (const source of sources) {
    options.onProgress?.(`Parsing ${source.file} …`);
    const parsed = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
      protocolVersion,
      capabilities,
    });
    requireVersion(parsed.model, only);
    models.push(parsed.model);
    warnings.push(...parsed.warnings);
    await yieldToEventLoop(signal);
  }
  requireExtensions(sources, models);
  requireApps(models, only);
  requireMethods(Object.keys(capabilities ?? {}), models);
  return { models, warnings };
}

/**
 * Checks that each method of the option `capabilities` exists in at least one
 * schema.
 *
 * @throws UserError that names the unknown methods.
 */
function requireMethods(
  names: readonly string[],
  models: readonly ProtocolModel[],
): void {
  const known = models.flatMap(({ methods }) =>
    methods.map(({ method }) => method),
  );
  mapAll(names, (name) => {
    if (known.includes(name)) return;
    const hint = nearest(name, known);
    throw configError(
      "MCP054",
      `A capability was given for the method "${name}", which the schema does not declare.${hint ? ` Did you mean "${hint}"?` : ""}`,
    );
  });
}

/**
 * Checks each extension: at least one of the given schemas must declare all
 * types that the extension imports.
 *
 * @throws UserError if none of the schemas declares all types. The error names
 *   the types that the last schema lacks.
 */
function requireExtensions(
  sources: readonly SchemaSource[],
  models: readonly ProtocolModel[],
): void {
  const last = sources.at(-1);
  for (const extension of last?.extensions ?? []) {
    const isIn = models.some(({ extensions = [] }) =>
      extensions.some(({ source }) => source.file === extension.file),
    );
    if (last && !isIn)
      parseSchema(last.text, {
        ...last,
        since: bundledSince(),
        extensions: [{ ...extension, whereItFits: false }],
      });
  }
}

function manifestHead(
  options: GenerateOptions,
  models: readonly ProtocolModel[],
  out: string,
): ManifestHead {
  return {
    tool: "mcp-codegen",
    version: toolVersion(),
    options: manifestOptions(options, out),
    sources: models.map((model) => ({
      revision: model.source.revision,
      protocolVersion: model.protocolVersion,
      commit: model.source.commit,
      sha256: model.source.sha256,
      fingerprint: getFingerprint(model),
      ...(model.extensions && {
        extensions: model.extensions.map(({ identifier, source }) => ({
          identifier,
          commit: source.commit,
          sha256: source.sha256,
        })),
      }),
    })),
  };
}

/**
 * Returns the fingerprint of the schema and its extensions. For a known
 * revision without extensions, returns the pinned fingerprint.
 */
function getFingerprint(model: ProtocolModel): string {
  const { revision } = model.source;
  return revision === null || model.extensions
    ? fingerprint(model)
    : revisionPin(revision).fingerprint;
}
