/** Regenerates a server project: `src/generated/`, and stubs for new tools. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../../templates/runtime/validation/guards.js";
import type { OutputFile } from "../../emit/context.js";
import type { Diagnostic } from "../../support/errors.js";
import type { GenerateOutcome } from "../../jobs/generate.js";
import { resolveRevisions } from "../../source/revisions.js";
import { applyPlan } from "../../write/apply.js";
import { findDrift } from "../../write/check.js";
import { MANIFEST_FILE, type Manifest } from "../../write/manifest.js";
import type { Plan } from "../../write/plan.js";
import { readExisting, readTarget, type Target } from "../../write/target.js";
import { newError, newWarning } from "../diagnostics.js";
import { fitListing } from "../manifest/fit.js";
import { formatted } from "../format.js";
import { fileNames } from "../names.js";
import { sourceOf, type NewServerOptions } from "./new-server.js";
import { GENERATED, planGenerated, withUsed } from "./project.js";
import { toolStub } from "./stubs.js";
import { toolFiles } from "./tool-files.js";

/** Which project is made up to date, and from what. */
export interface UpdateOptions extends Omit<
  NewServerOptions,
  "name" | "transport"
> {
  /** `check` writes nothing and says what is stale. */
  readonly mode: "write" | "check";
  /** Overwrite what a person edited in `src/generated/`. */
  readonly force?: boolean | undefined;
}

/** How the project's own manifest can be called. */
const MANIFESTS = ["tools.json", "tools.yaml", "tools.yml"];

/**
 * Makes `src/generated/` anew. A new tool gets a stub; of one that is gone the
 * file is kept, and reported. Nothing else of the project is touched.
 *
 * @throws UserError for everything that the user can mend; nothing is changed
 *   then.
 */
export async function updateServer(
  options: UpdateOptions,
): Promise<GenerateOutcome> {
  const { folder, mode, signal } = options;
  const target = readTarget(folder, true);
  const generated = readProject(target);
  const revisions = options.revisions
    ? resolveRevisions(options.revisions)
    : generated.revisions;
  const manifest =
    options.tools ??
    (options.from === undefined ? ownManifest(folder) : undefined);
  const source = await sourceOf({ ...options, tools: manifest }, revisions);
  const files = fileNames(
    source?.listing.tools.map(({ name }) => name) ?? [],
    generated.stubs,
  );
  const warnings: Diagnostic[] = [...(source?.warnings ?? [])];
  const own: OutputFile[] = [];
  if (source && options.from !== undefined)
    own.push({ path: source.file, text: source.text });
  const outcome = await planGenerated({
    side: "server",
    folder,
    revisions,
    features: options.features
      ? withUsed(options.features, {
          prompts: existsSync(join(folder, "src/prompts/index.ts")),
          resources: existsSync(join(folder, "src/resources/index.ts")),
        })
      : generated.features,
    transports: options.transports
      ? [...options.transports, "memory"]
      : generated.transports,
    mode: mode === "check" ? "check" : "dry-run",
    force: options.force === true,
    signal,
    make: async (model) => {
      if (!source) return [];
      const fitting = fitListing(source.listing, model);
      const { tools } = fitting.listing;
      const made = await toolFiles(tools, files, model);
      warnings.push(...fitting.warnings, ...made.warnings);
      for (const tool of tools) {
        const file = files.get(tool.name) ?? "";
        if (existsSync(join(folder, `src/tools/${file}.ts`))) continue;
        own.push(await formatted(await toolStub(tool, file)));
      }
      return made.files;
    },
  });
  warnings.push(...leftovers(folder, generated.stubs, files));
  const plan = wholePlan(target, outcome.plan, own);
  if (mode === "write") await applyPlan(plan, signal ? { signal } : {});
  return {
    mode,
    plan,
    drift: mode === "check" ? findDrift(plan) : [],
    warnings: [...outcome.warnings, ...warnings],
  };
}

/** What the last run left in the project. */
export function readProject(target: Target): {
  readonly revisions: readonly string[];
  /** What it offers; all when empty. */
  readonly features: readonly string[];
  readonly transports: readonly string[];
  readonly stubs: ReadonlyMap<string, string>;
} {
  const { folder, shown } = target;
  const read = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(join(folder, GENERATED, name), "utf8"));
    } catch {
      return undefined;
    }
  };
  const manifest = read(MANIFEST_FILE) as Manifest | undefined;
  const revisions = manifest?.sources?.map(({ revision }) => revision ?? "");
  if (!revisions)
    throw newError("MCP601", `${shown} has no ${GENERATED}/${MANIFEST_FILE}.`);
  const stubs = read("stubs.json");
  const known =
    isObject(stubs) && isObject(stubs["tools"]) ? stubs["tools"] : {};
  const entries = Object.entries(known).filter(
    // The file may have been edited; no path leads out of the project.
    (entry): entry is [string, string] => /^[\w-]+$/.test(String(entry[1])),
  );
  const { features = [], transports = [] } = manifest?.options ?? {};
  return { revisions, features, transports, stubs: new Map(entries) };
}

/**
 * The manifest of a project, in its folder.
 *
 * @throws UserError when there is none.
 */
export function ownManifest(folder: string): string {
  const file = MANIFESTS.map((name) => join(folder, name)).find(existsSync);
  if (file !== undefined) return file;
  throw newError("MCP610", `${folder} has no ${MANIFESTS[0]}.`);
}

/** Handlers whose tool is gone. */
function leftovers(
  folder: string,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Diagnostic[] {
  const used = new Set(now.values());
  return [...before]
    .filter(([name, file]) => !now.has(name) && !used.has(file))
    .map(([name, file]) => [name, `src/tools/${file}.ts`] as const)
    .filter(([, path]) => existsSync(join(folder, path)))
    .map(([name, path]) =>
      newWarning("MCP619", `There is no tool "${name}" for ${path} any more.`),
    );
}

/** The plan of `src/generated/` as part of the project's. */
export function wholePlan(
  target: Target,
  plan: Plan,
  own: readonly OutputFile[],
): Plan {
  const inside = (path: string): string => `${GENERATED}/${path}`;
  const moved = <File extends OutputFile>(files: readonly File[]): File[] =>
    files.map((file) => ({ ...file, path: inside(file.path) }));
  const written = own.map((file) => ({
    ...file,
    old: readExisting(target.folder, file.path),
  }));
  return {
    target,
    created: [
      ...moved(plan.created),
      ...written.filter(({ old }) => old === null),
    ],
    changed: [
      ...moved(plan.changed),
      ...written.flatMap((file) =>
        file.old === null || file.old === file.text
          ? []
          : [{ ...file, old: file.old }],
      ),
    ],
    unchanged: plan.unchanged.map(inside),
    removed: plan.removed.map(inside),
    strays: plan.strays.map(inside),
    edited: [],
  };
}
