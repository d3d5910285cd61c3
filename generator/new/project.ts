/**
 * Steps of `new` that are the same for server and client projects. Updates with
 * `new --update` use some of these steps and types, too.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../emit/context.js";
import type { Side } from "../emit/context.js";
import {
  generate,
  type GenerateOptions,
  type GenerateOutcome,
} from "../pipeline/generate.js";
import type { ProtocolModel } from "../model/types.js";
import { datedRevisions, resolveRevisions } from "../source/revisions.js";
import type { Diagnostic } from "../support/errors.js";
import { applyPlan } from "../write/apply.js";
import type { NewFile } from "../write/plan.js";
import type { Target } from "../write/target.js";
import { newError } from "./diagnostics.js";
import { formatProjectFile, type RenderedFile } from "./format.js";
import { filesIn, GENERATED, projectTarget, wholePlan } from "./folder.js";
import { generatorPackage } from "./generator-package.js";
import type { Growth } from "./growth.js";
import type { ServerAddress } from "./manifest/address.js";
import type { Manifest } from "./manifest/manifest.js";
import { loadManifest } from "./manifest/source.js";
import { packageName } from "./names.js";

/** Folder of a project and the sources from which it is generated. */
export interface ProjectOptions {
  readonly folder: string;
  /**
   * Revisions of the project.
   *
   * @default every dated revision; for an existing project, its present
   *   revisions
   */
  readonly revisions?: readonly string[] | undefined;
  /** File with the definitions of the tools. */
  readonly tools?: string | undefined;
  /**
   * Address of a running server. Its complete listing (tools, prompts and
   * resources) becomes the source of the project.
   */
  readonly from?: ServerAddress | undefined;
  /**
   * Additional features, as in `--features`. Features that the project's files
   * use are always included.
   */
  readonly features?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** Options of a new project. */
export interface NewOptions extends ProjectOptions {
  /**
   * Name of the project, in any form. The package name is derived from the
   * project name.
   */
  readonly name: string;
}

/**
 * Features, transports and extensions of a project. An empty list of features
 * or transports means all of them.
 */
export interface KnownChoices {
  readonly features: readonly string[];
  readonly transports: readonly string[];
  readonly extensions: readonly string[];
}

/** Input for generating the files of a project. */
export interface ProjectInput extends KnownChoices {
  readonly folder: string;
  /**
   * Model of the newest revision. The handlers use the types of this revision.
   */
  readonly model: ProtocolModel;
  readonly models: readonly ProtocolModel[];
  readonly source: Manifest | null;
  /**
   * Whether the user named a manifest or a server in this run. If not, the copy
   * of the manifest in the project is used.
   */
  readonly isAsked: boolean;
  /**
   * File names of the tool handlers, by tool name, as recorded by the last run.
   */
  readonly stubs: ReadonlyMap<string, string>;
  /**
   * Data that only a new project has: its name and its dependency on the
   * generator. Null for an existing project.
   */
  readonly fresh: { readonly name: string; readonly generator: string } | null;
}

/** Files of a project, with warnings about them. */
export interface ProjectFiles {
  readonly files: readonly NewFile[];
  readonly warnings: readonly Diagnostic[];
}

/** Result of creating a project: the written files and warnings. */
export interface NewProject extends ProjectFiles {
  /** Paths of files that already existed in the folder and were not changed. */
  readonly kept: readonly string[];
}

/**
 * Files of a project: the generated files, and the files that a person edits
 * later.
 */
export interface MadeFiles extends ProjectFiles {
  readonly files: readonly RenderedFile[];
  readonly generated: readonly OutputFile[];
  /** Changes that new choices make to an existing project. */
  readonly growth?: Growth | undefined;
}

/**
 * Authorization with OAuth: a server over HTTP then requires tokens, and a
 * client obtains them.
 */
export type Auth = "none" | "oauth";

/** Store for state that the processes of an HTTP server share. */
export type SharedStore = "none" | "redis";

/** Functions and data that differ between server and client projects. */
export interface ProjectSide {
  readonly side: Side;
  /**
   * Outputs that a new project generates, such as `server`. The project's tests
   * may also need outputs of the other side.
   */
  readonly outputs: readonly string[];
  /**
   * Returns the features, transports and extensions that the files of a new
   * project need.
   */
  usedByNew(source: Manifest | null): KnownChoices;
  /**
   * Returns the features, transports and extensions that an existing project
   * needs after its update. `added` lists the features that the update adds if
   * the project lacks them.
   *
   * @param had Features, transports and extensions of the project before the
   *   update.
   */
  usedByUpdate(
    folder: string,
    had: KnownChoices,
  ): KnownChoices & { readonly added: readonly string[] };
  make(input: ProjectInput): Promise<MadeFiles>;
  /**
   * Returns the path of the manifest (tools file) that is stored in the
   * project, or undefined if the project stores none.
   */
  ownSource(folder: string): string | undefined;
}

/**
 * Writes a project into a folder that is new or contains no code.
 *
 * @throws UserError for all mistakes that the user can fix. Nothing is written
 *   in this case.
 */
export async function newProject(
  options: NewOptions,
  side: ProjectSide,
): Promise<NewProject> {
  const { folder, features = [], signal } = options;
  const target = projectTarget(folder);
  const name = packageName(options.name);
  if (name === null)
    throw newError("MCP602", `"${options.name}" is not a valid package name.`);
  const revisions = resolveRevisions(options.revisions ?? datedRevisions());
  const source = await loadSource(options, revisions);
  const used = side.usedByNew(source);
  options.onProgress?.("Generating …");
  const generator = generatorPackage();
  const fresh = { name, generator: generator.range };
  const { plan, files, warnings } = await planProject(
    target,
    side,
    {
      folder,
      source,
      isAsked: true,
      features: [],
      transports: [],
      extensions: [],
      stubs: new Map(),
      fresh,
    },
    {
      revisions,
      only: side.outputs,
      features: unique([...used.features, ...features]),
      transports: used.transports,
      extensions: used.extensions,
      signal,
    },
  );
  // File names are compared in lower case: README.md and readme.md are the same
  // file on some file systems.
  const there = new Set(filesIn(target).map((path) => path.toLowerCase()));
  const own = [...files, ...generator.files];
  const kept = own
    .map(({ path }) => path)
    .filter(
      (path) =>
        there.has(path.toLowerCase()) || existsSync(join(target.folder, path)),
    );
  const whole = wholePlan(
    target,
    plan,
    own.filter(({ path }) => !kept.includes(path)),
  );
  await applyPlan(whole, signal);
  return { files: whole.created, kept, warnings };
}

/** Returns the names without duplicates. */
export function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/**
 * Returns the manifest with the definitions of the tools. Returns null if
 * neither a file nor a server is given.
 */
export function loadSource(
  { tools, from, onProgress }: ProjectOptions,
  revisions: readonly string[],
): Promise<Manifest | null> {
  if (tools === undefined && from) onProgress?.(`Asking ${from.from} …`);
  return loadManifest(tools, from, revisions);
}

/** Plans the changes in `src/generated/` and in the project's other files. */
export async function planProject(
  target: Target,
  side: ProjectSide,
  input: Omit<ProjectInput, "model" | "models">,
  how: GenerateOptions,
): Promise<
  ProjectFiles & Pick<GenerateOutcome, "plan"> & Pick<MadeFiles, "growth">
> {
  let made: MadeFiles = { generated: [], files: [], warnings: [] };
  const { plan, warnings } = await generate({
    mode: "dry-run",
    ...how,
    out: join(target.shown, GENERATED),
    command: "npm run generate",
    project: {
      side: side.side,
      make: async (models) => {
        const model = models.at(-1);
        if (model) made = await side.make({ ...input, model, models });
        return Promise.all(made.generated.map(formatProjectFile));
      },
    },
  });
  return {
    plan,
    files: await Promise.all(made.files.map(formatProjectFile)),
    growth: made.growth && {
      before: await Promise.all(made.growth.before.map(formatProjectFile)),
      after: await Promise.all(made.growth.after.map(formatProjectFile)),
    },
    warnings: [
      ...(input.source?.warnings ?? []),
      ...warnings,
      ...made.warnings,
    ],
  };
}
