/** What `new` and `--update` do for servers and for clients alike. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../emit/context.js";
import { formatText } from "../emit/templates/format.js";
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
import { findDrift } from "../write/check.js";
import type { NewFile } from "../write/plan.js";
import { readTarget, type Target } from "../write/target.js";
import { newError } from "./diagnostics.js";
import {
  filesIn,
  GENERATED,
  projectTarget,
  readProject,
  wholePlan,
} from "./folder.js";
import { generatorPackage } from "./generator-package.js";
import type { ServerAddress } from "./manifest/address.js";
import type { Manifest } from "./manifest/manifest.js";
import { manifestOf } from "./manifest/source.js";
import { packageName } from "./names.js";

/** Where a project is, or is to be, and what it is made from. */
export interface ProjectOptions {
  readonly folder: string;
  /** Default: every dated one; of a project that is there, its own. */
  readonly revisions?: readonly string[] | undefined;
  /** File with tool definitions. */
  readonly tools?: string | undefined;
  /** A running server, of which the project gets all that it lists. */
  readonly from?: ServerAddress | undefined;
  /** What it offers beside what its files use, as `--features` names it. */
  readonly features?: readonly string[] | undefined;
  /** Of a new project beside those of `main.ts`; later all, as `--transports`. */
  readonly transports?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** A project that is to be written. */
export interface NewOptions extends ProjectOptions {
  /** Any text; a package's name is made of it. */
  readonly name: string;
}

/** A project that is to be brought up to date. */
export interface UpdateOptions extends ProjectOptions {
  /** `check` writes nothing and says what is stale. */
  readonly mode: "write" | "check";
  /** Overwrite what a person edited in `src/generated/`. */
  readonly force?: boolean | undefined;
}

/** What the files of a project are made of. */
export interface ProjectInput {
  readonly folder: string;
  /** The newest revision, against which handlers are typed. */
  readonly model: ProtocolModel;
  readonly models: readonly ProtocolModel[];
  readonly source: Manifest | null;
  /** Whether that is more than the project's own copy of it. */
  readonly isAsked: boolean;
  /** Files of handlers by tool, as the last run named them. */
  readonly stubs: ReadonlyMap<string, string>;
  /** What a new project is called and depends on; null for one that is there. */
  readonly fresh: { readonly name: string; readonly generator: string } | null;
}

/** Files of a project, and what there is to say of them. */
export interface ProjectFiles {
  readonly files: readonly NewFile[];
  readonly warnings: readonly Diagnostic[];
}

/** A project that was written. */
export interface NewProject extends ProjectFiles {
  /** Paths of files that were there, and were left as they are. */
  readonly kept: readonly string[];
}

/** What is all generated, and files that a person goes on with. */
export interface MadeFiles extends ProjectFiles {
  readonly generated: readonly OutputFile[];
}

/** Whether a server over HTTP asks for tokens, and a client gets them. */
export type Auth = "none" | "oauth";

/** What several processes of a server over HTTP have in common, and where. */
export type Shared = "none" | "redis";

/** A server or a client. */
export interface ProjectSide {
  readonly side: Side;
  /** What a new project is made of: its side, and what its tests reach of the other. */
  readonly outputs: readonly string[];
  /** What the files of a new project use. */
  usedByNew(source: Manifest | null): {
    readonly features: readonly string[];
    readonly transports: readonly string[];
  };
  /** Features that the files of a project use which is there. */
  usedFeatures(folder: string): readonly string[];
  make(input: ProjectInput): Promise<MadeFiles>;
  /** The project's own copy of what it was made from, when it has one. */
  ownSource(folder: string): string | undefined;
}

/**
 * Writes a project into a folder that is new, or has no code yet.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newProject(
  options: NewOptions,
  side: ProjectSide,
): Promise<NewProject> {
  const { folder, features = [], transports = [], signal } = options;
  const target = projectTarget(folder);
  const name = packageName(options.name);
  if (name === null)
    throw newError("MCP602", `"${options.name}" is no name for a package.`);
  const revisions = resolveRevisions(options.revisions ?? datedRevisions());
  const source = await sourceOf(options, revisions);
  const used = side.usedByNew(source);
  options.onProgress?.("Generating …");
  const generator = generatorPackage();
  const fresh = { name, generator: generator.range };
  const { plan, files, warnings } = await planProject(
    target,
    side,
    { folder, source, isAsked: true, stubs: new Map(), fresh },
    {
      revisions,
      only: side.outputs,
      features: unique([...used.features, ...features]),
      transports: unique([...used.transports, ...transports]),
      signal,
    },
  );
  // Some disks do not tell README.md from readme.md.
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

/**
 * Makes `src/generated/` of a project anew. A new tool of a server gets a stub;
 * of one that is gone the file is kept, and reported. Nothing else is touched.
 *
 * @throws UserError for everything that the user can mend; nothing is changed
 *   then.
 */
export async function updateProject(
  options: UpdateOptions,
  side: ProjectSide,
): Promise<GenerateOutcome> {
  const { folder, mode, from, features, transports, force, signal } = options;
  const target = readTarget(folder, true);
  const had = readProject(target);
  const revisions = options.revisions
    ? resolveRevisions(options.revisions)
    : had.revisions;
  const isAsked = from !== undefined;
  const tools = options.tools ?? (isAsked ? undefined : side.ownSource(folder));
  const source = await sourceOf({ ...options, tools }, revisions);
  const { plan, files, warnings } = await planProject(
    target,
    side,
    { folder, source, isAsked, stubs: had.stubs, fresh: null },
    {
      revisions,
      only: had.only,
      features: features
        ? unique([...side.usedFeatures(folder), ...features])
        : had.features,
      // The project's tests connect in memory.
      transports: transports
        ? unique([...transports, "memory"])
        : had.transports,
      signal,
      force,
      mode: mode === "check" ? "check" : "dry-run",
    },
  );
  const whole = wholePlan(target, plan, files);
  if (mode === "write") await applyPlan(whole, signal);
  const drift = mode === "check" ? findDrift(whole) : [];
  return { mode, plan: whole, drift, warnings };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** Where the tools come from; null for the example. */
function sourceOf(
  { tools, from, onProgress }: ProjectOptions,
  revisions: readonly string[],
): Promise<Manifest | null> {
  if (tools === undefined && from) onProgress?.(`Asking ${from.from} …`);
  return manifestOf(tools, from, revisions);
}

/** What becomes of `src/generated/`, and the files of the project beside it. */
async function planProject(
  target: Target,
  side: ProjectSide,
  input: Omit<ProjectInput, "model" | "models">,
  how: GenerateOptions,
): Promise<ProjectFiles & Pick<GenerateOutcome, "plan">> {
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
        return Promise.all(made.generated.map(formatted));
      },
    },
  });
  return {
    plan,
    files: await Promise.all(made.files.map(formatted)),
    warnings: [
      ...(input.source?.warnings ?? []),
      ...warnings,
      ...made.warnings,
    ],
  };
}

/** What is TypeScript, JSON or Markdown looks as Prettier prints it. */
async function formatted<File extends OutputFile>(file: File): Promise<File> {
  return /\.(ts|md)$|^(package|tsconfig)\.json$/.test(file.path)
    ? { ...file, text: await formatText(file) }
    : file;
}
