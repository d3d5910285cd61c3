/** A client project: its files when it is new, and its generated ones. */
import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import type { OutputFile } from "../../emit/context.js";
import { exportsType } from "../../emit/protocol/protocol-facts.js";
import { quote } from "../../emit/print/syntax.js";
import type { Diagnostic } from "../../support/errors.js";
import type { GenerateOutcome } from "../../jobs/generate.js";
import { datedRevisions, resolveRevisions } from "../../source/revisions.js";
import { applyPlan } from "../../write/apply.js";
import { findDrift } from "../../write/check.js";
import { readTarget } from "../../write/target.js";
import { apiFiles } from "./api-files.js";
import {
  isUrl,
  splitCommand,
  type ServerAddress,
} from "../manifest/address.js";
import { newError, newWarning } from "../diagnostics.js";
import { projectTarget, writeProject } from "../folder.js";
import { formatted } from "../format.js";
import { generatorPackage } from "../generator-package.js";
import { packageName } from "../names.js";
import { sourceOf } from "../server/new-server.js";
import type { NewProject } from "../project-files.js";
import { renderNew, templatesBelow } from "../render.js";
import {
  GENERATED,
  planGenerated,
  type ServerSource,
} from "../server/project.js";
import { readProject, wholePlan } from "../server/update.js";

/** Where a client project is, or is to be, and what it speaks. */
export interface ClientOptions {
  readonly folder: string;
  /** Default: every dated one. */
  readonly revisions?: readonly string[] | undefined;
  /** A running server for which the client gets types. */
  readonly from?: ServerAddress | undefined;
  /** What it offers beside what its files use, as `--features` names it. */
  readonly features?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** What the files of a new client use: hosts, and what servers ask of them. */
const FEATURES = ["host", "sampling", "elicitation", "roots"];
const TRANSPORTS = ["stdio", "http", "sse", "memory"];

/** What the server of a typed client listed. */
const LISTING = "server.json";

/**
 * Writes a client project into a folder that is new, or has no code yet.
 *
 * @throws UserError for everything that the user can mend; nothing is written
 *   then.
 */
export async function newClient(
  options: ClientOptions & { readonly name: string },
): Promise<NewProject> {
  const { folder, from, signal } = options;
  const target = projectTarget(folder);
  const name = packageName(options.name);
  if (name === null)
    throw newError("MCP602", `"${options.name}" is no name for a package.`);
  const revisions = resolveRevisions(options.revisions ?? datedRevisions());
  const source = await sourceOf(options, revisions);
  const warnings: Diagnostic[] = [...(source?.warnings ?? [])];
  let elicitation = false;
  const outcome = await planClient(options, revisions, source, warnings, {
    features: [...FEATURES, ...(options.features ?? [])],
    transports: [...TRANSPORTS],
    seen: (has) => (elicitation = has),
  });
  const server = packageName(source?.server?.name ?? name) ?? name;
  const generator = generatorPackage();
  const data = {
    name,
    nameJson: quote(name),
    server,
    serverJson: quote(server),
    generatorJson: quote(generator.range),
    typed: source !== null,
    elicitation,
  };
  const own = templatesBelow("client")
    .map((path) => ({ path, text: renderNew(`client/${path}`, data) }))
    // Only a typed client has a file for it.
    .filter(({ text }) => text.trim() !== "");
  const config = {
    mcpServers: from ? { [server]: configOf(from, folder, warnings) } : {},
  };
  const files = [
    ...(await Promise.all(own.map(lookNice))),
    { path: "mcp.json", text: `${JSON.stringify(config, null, 2)}\n` },
    ...(source ? [{ path: LISTING, text: source.text }] : []),
    ...outcome.plan.created.map(({ path, text }) => ({
      path: `${GENERATED}/${path}`,
      text,
    })),
    ...generator.files,
  ];
  return {
    ...(await writeProject(target, files, signal)),
    warnings: [...outcome.warnings, ...warnings],
  };
}

/**
 * Makes `src/generated/` of a client project anew, and nothing else.
 *
 * @throws UserError for everything that the user can mend; nothing is changed
 *   then.
 */
export async function updateClient(
  options: ClientOptions & {
    readonly mode: "write" | "check";
    readonly force?: boolean | undefined;
  },
): Promise<GenerateOutcome> {
  const { folder, mode, from, signal } = options;
  const target = readTarget(folder, true);
  const project = readProject(target);
  const revisions = options.revisions
    ? resolveRevisions(options.revisions)
    : project.revisions;
  const listing = join(folder, LISTING);
  const tools = from === undefined && existsSync(listing) ? listing : undefined;
  const source = await sourceOf({ ...options, tools }, revisions);
  const warnings: Diagnostic[] = [...(source?.warnings ?? [])];
  const outcome = await planClient(options, revisions, source, warnings, {
    features: options.features
      ? [...FEATURES, ...options.features]
      : project.features,
    transports: project.transports,
    mode: mode === "check" ? "check" : "dry-run",
    force: options.force === true,
  });
  const own = source && from ? [{ path: LISTING, text: source.text }] : [];
  const plan = wholePlan(target, outcome.plan, own);
  if (mode === "write") await applyPlan(plan, signal ? { signal } : {});
  return {
    mode,
    plan,
    drift: mode === "check" ? findDrift(plan) : [],
    warnings: [...outcome.warnings, ...warnings],
  };
}

function planClient(
  { folder, signal }: ClientOptions,
  revisions: readonly string[],
  source: ServerSource | null,
  warnings: Diagnostic[],
  {
    seen,
    ...how
  }: {
    readonly features: readonly string[];
    readonly transports: readonly string[];
    readonly mode?: "dry-run" | "check";
    readonly force?: boolean;
    readonly seen?: (elicitation: boolean) => void;
  },
): Promise<GenerateOutcome> {
  return planGenerated({
    side: "client",
    folder,
    revisions,
    signal,
    ...how,
    make: async (model) => {
      seen?.(exportsType(model, "ElicitResult"));
      if (!source) return [];
      const made = await apiFiles(source.listing, model);
      warnings.push(...made.warnings);
      return made.files;
    },
  });
}

/**
 * The server as a desktop host's configuration names it. Values that were given
 * may be secrets: it names variables in their place, and those are told.
 */
function configOf(
  { from, headers = [], env = [], inheritEnv = false }: ServerAddress,
  folder: string,
  warnings: Diagnostic[],
): object {
  const taken: { [name: string]: string } = {};
  for (const text of isUrl(from) ? headers : env) {
    const [name = ""] = text.split(/[:=]/, 1);
    taken[name] = name.replace(/\W/g, "_");
    if (isUrl(from)) taken[name] = taken[name].toUpperCase();
  }
  const variables = Object.values(taken);
  if (variables.length > 0)
    warnings.push(
      newWarning(
        "MCP624",
        `mcp.json takes ${variables.join(", ")} from the environment.`,
      ),
    );
  if (inheritEnv)
    warnings.push(
      newWarning(
        "MCP624",
        "mcp.json does not name what the server takes from your environment.",
      ),
    );
  const values = Object.fromEntries(
    Object.entries(taken).map(([name, variable]) => [name, `\${${variable}}`]),
  );
  if (isUrl(from))
    return { url: from, ...(variables.length > 0 && { headers: values }) };
  const [command, ...args] = splitCommand(from);
  // What was found from here is found from the project's folder too.
  const here = [command ?? "", ...args].some(
    (word) => !isAbsolute(word) && existsSync(word),
  );
  return {
    command,
    args,
    ...(variables.length > 0 && { env: values }),
    ...(here ? { cwd: relative(folder, ".") || "." } : {}),
  };
}

function lookNice(file: OutputFile): Promise<OutputFile> {
  return /\.(ts|md|json)$/.test(file.path)
    ? formatted(file)
    : Promise.resolve(file);
}
