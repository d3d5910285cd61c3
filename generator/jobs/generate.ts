import { join } from "node:path";
import { yieldToEventLoop } from "../support/yield-to-event-loop.js";
import { selectOffers } from "../emit/choice.js";
import { warnShadowedRevisions } from "../emit/combined/together.js";
import { withFrames } from "../emit/diagnostics.js";
import { emitFiles } from "../emit/assemble/files.js";
import {
  requireTemplates,
  requireVersion,
  selectOutputs,
} from "../emit/select.js";
import type { Diagnostic } from "../support/errors.js";
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
import { parseSchema, type ParseResult, type Reading } from "../parse/index.js";
import type { SchemaSource } from "../source/read.js";
import { readSources } from "../source/select.js";
import { bundledLater, bundledSince } from "../source/revisions.js";
import { applyPlan } from "../write/apply.js";
import type { Drift } from "../write/check.js";
import type { ManifestHead } from "../write/manifest.js";
import { planWrite, type Plan } from "../write/plan.js";
import { refuseLosses, refuseOthers } from "../write/refuse.js";
import { readTarget } from "../write/target.js";

export type { GenerateOptions, Project } from "./options.js";

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
  const { mode = "write", project, signal, onProgress = () => {} } = options;
  const sources = readSources(options);
  const out = options.out ?? join(options.folder ?? "", defaultOut(sources));
  const outputs = selectOutputs(options.only ?? []);
  const chosen = selectOffers(options, project?.side);
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
    later: bundledLater(),
  }).catch((error: unknown) => {
    throw withFrames(error, sources);
  });
  await yieldToEventLoop(signal);

  onProgress(`Comparing with ${out} …`);
  const target = readTarget(out, options.force === true);
  // Before it is looked into, which may be a whole disk.
  if (options.force !== true && mode !== "check") refuseOthers(target);
  const plan = planWrite(target, files, manifestHead(options, models, out));
  if (mode === "check") {
    const { findDrift } = await import("../write/check.js");
    return { mode, plan, drift: findDrift(plan), warnings };
  }
  if (options.force !== true) refuseLosses(plan, toolVersion());
  if (mode === "write") await applyPlan(plan, signal);
  return { mode, plan, drift: [], warnings };
}

async function parseAll(
  sources: readonly SchemaSource[],
  { only = [], protocolVersion, signal, onProgress }: GenerateOptions,
): Promise<{
  readonly models: ProtocolModel[];
  readonly warnings: Diagnostic[];
}> {
  const models: ProtocolModel[] = [];
  const warnings: Diagnostic[] = [];
  let before: Reading | null = null;
  for (const source of sources) {
    onProgress?.(`Parsing ${source.file} …`);
    const parsed: ParseResult = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
      before,
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
    });
    requireVersion(parsed.model, only);
    models.push(parsed.model);
    warnings.push(...parsed.warnings);
    before = parsed.reading;
    await yieldToEventLoop(signal);
  }
  return { models, warnings };
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
      fingerprint: fingerprint(model),
    })),
  };
}
