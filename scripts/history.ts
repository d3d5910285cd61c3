/**
 * Parses every version of `schema.ts` in the history of the specification's
 * repository. Prints each version that is rejected, with the first reason.
 *
 *     node dist/scripts/history.js --upstream GITDIR [--generate] [--batch N]
 *
 * With `--generate`, all outputs are generated from each accepted version and
 * type-checked. For every tenth version, Prettier checks the formatting. The
 * exit code is 1 if the compiler or Prettier reports a problem, or if the
 * program itself fails.
 */
import * as prettier from "prettier";
import { OUTPUTS, type OutputFile } from "../generator/emit/context.js";
import { emitFiles } from "../generator/emit/assemble/files.js";
import { UserError } from "../generator/support/errors.js";
import { fingerprint } from "../generator/model/identity/fingerprint.js";
import type { ProtocolModel } from "../generator/model/types.js";
import { parseSchema } from "../generator/parse/index.js";
import { bundledSince } from "../generator/source/revisions.js";
import { readArguments, refuseArguments } from "./arguments.js";
import { requireUpstream } from "./upstream.js";
import { createProject, type Project } from "./history/project.js";
import { readVersions, type Version } from "./history/versions.js";

/** Totals that the last line of the output prints. */
const counts = { versions: 0, refused: 0, structures: 0, wrong: 0 };

/**
 * Returns the result of `work`. If the version of `schema.ts` is rejected,
 * prints the reason and returns `null`.
 */
async function reportRejection<T>(
  { blob, path }: Version,
  work: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    counts.refused++;
    const [first] = error.diagnostics;
    const line = first?.place?.line ?? 0;
    console.log(`${blob} ${path}:${line} ${first?.code} ${first?.message}`);
    return null;
  }
}

function parseVersion({ text, path, blob }: Version): ProtocolModel {
  const since = bundledSince();
  const { model } = parseSchema(text, { file: path, since });
  if (model.protocolVersion !== null) return model;
  return parseSchema(text, { file: path, since, protocolVersion: blob }).model;
}

function emitVersion(model: ProtocolModel): Promise<OutputFile[]> {
  return emitFiles([model], {
    outputs: new Set(OUTPUTS),
    importExt: "js",
    command: "mcp-codegen",
  });
}

async function findUnformatted(
  files: readonly OutputFile[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, text } of files) {
    // Skip JSON files, because they are formatted by `JSON.stringify` and not
    // by Prettier.
    if (path.startsWith("runtime/") || !path.endsWith(".ts")) continue;
    if (!(await prettier.check(text, { parser: "typescript" })))
      wrong.push(path);
  }
  return wrong;
}

function report(lines: readonly string[]): void {
  counts.wrong += lines.length;
  for (const line of lines.slice(0, 50)) console.log(line);
}

async function run(
  gitDir: string,
  project: Project | null,
  batch: number,
): Promise<void> {
  const seen = new Set<string>();
  let added = 0;
  for (const version of readVersions(gitDir)) {
    counts.versions++;
    const model = await reportRejection(version, () => parseVersion(version));
    if (!model || !project) continue;
    // Many versions differ only in comments. Type-check only one of the
    // versions that have the same structure.
    const structure = fingerprint(model);
    if (seen.has(structure)) continue;
    seen.add(structure);
    const files = await reportRejection(version, () => emitVersion(model));
    if (!files) continue;
    counts.structures++;
    if (counts.structures % 10 === 1)
      report(
        (await findUnformatted(files)).map(
          (path) => `${version.blob}/${path}: Prettier would reformat it`,
        ),
      );
    project.add(version.blob, files);
    if (++added % batch === 0) report(project.check());
  }
  if (project && added % batch > 0) report(project.check());
}

const USAGE =
  "node dist/scripts/history.js --upstream GITDIR [--generate] [--batch N]";

async function main(): Promise<void> {
  const { values } = readArguments(USAGE, {
    options: {
      upstream: { type: "string" },
      generate: { type: "boolean", default: false },
      batch: { type: "string", default: "30" },
    },
  });
  const upstream = requireUpstream(USAGE, values.upstream);
  const batch = Number(values.batch);
  if (!Number.isInteger(batch) || batch < 1)
    refuseArguments(
      USAGE,
      `--batch must be a positive integer, not ${values.batch}.`,
    );
  const project = values.generate ? createProject() : null;
  try {
    await run(upstream, project, batch);
  } finally {
    project?.remove();
  }
  const { versions: all, refused, structures, wrong } = counts;
  console.log(`${all} versions, ${refused} rejected`);
  if (project) console.log(`${structures} structures, ${wrong} problems`);
  process.exitCode = wrong > 0 ? 1 : 0;
}

await main();
