/** The files of a new server project. */
import { join } from "node:path";
import type { OutputFile } from "../emit/context.js";
import { protocolFacts } from "../emit/protocol-facts.js";
import { quote } from "../emit/syntax.js";
import type { Diagnostic } from "../errors.js";
import { generate, type GenerateOutcome } from "../generate.js";
import type { ProtocolModel } from "../model/types.js";
import { toolVersion } from "../package.js";
import { checkListing } from "./check-listing.js";
import { fitListing } from "./fit.js";
import { formatted } from "./format.js";
import type { Listing } from "./listing.js";
import { fileNames } from "./names.js";
import type { ProjectFiles } from "./project-files.js";
import { renderNew, templatesBelow } from "./render.js";
import { mockFiles, toolStub } from "./stubs.js";
import { hasStructuredOutput, toolFiles } from "./tool-files.js";

/** How clients reach a server. */
export type Transport = "stdio" | "http" | "both";

/** What a server project is made of. */
export interface ServerPlan {
  readonly name: string;
  readonly revisions: readonly string[];
  readonly transport: Transport;
  /** The tools, and what else a server listed; null for an example. */
  readonly source: ServerSource | null;
}

/** A manifest, or what a running server listed. */
export interface ServerSource {
  readonly listing: Listing;
  /** The project's own copy of the manifest. */
  readonly file: string;
  readonly text: string;
  /** What the server calls itself, when one was asked. */
  readonly server?: { readonly name: string } | undefined;
}

/** Folder of a project that is all generated. */
export const GENERATED = "src/generated";

/** All files, with paths relative to the project's folder. */
export async function serverProject(
  plan: ServerPlan,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<ProjectFiles> {
  const warnings: Diagnostic[] = [];
  const own: OutputFile[] = [];
  const outcome = await planGenerated({
    folder,
    revisions: plan.revisions,
    signal,
    make: async (model, models) => {
      const facts = factsOf(model, models);
      const source = plan.source ?? exampleSource(facts);
      const { listing, warnings: leftOut } = fitListing(source.listing, model);
      warnings.push(...leftOut);
      const { tools } = listing;
      const files = fileNames(tools.map(({ name }) => name));
      const made = await toolFiles(tools, files, model);
      warnings.push(...made.warnings);
      own.push({ path: source.file, text: source.text });
      if (plan.source === null) own.push(...render("example", facts));
      else {
        for (const tool of tools)
          own.push(await toolStub(tool, files.get(tool.name) ?? ""));
        const mocks = await mockFiles(listing);
        own.push(...mocks.files);
        warnings.push(...mocks.warnings);
      }
      const data = projectData(plan, source, facts, own);
      own.push(...render("server", data));
      return made.files;
    },
  });
  const generated = outcome.plan.created.map(({ path, text }) => ({
    path: `${GENERATED}/${path}`,
    text,
  }));
  const formatted = await Promise.all(own.map(formatSource));
  return {
    files: [...formatted, ...generated],
    warnings: [...outcome.warnings, ...warnings],
  };
}

/** What would be in `src/generated/`: bindings, and files for the tools. */
export function planGenerated(options: {
  readonly folder: string;
  readonly revisions: readonly string[];
  readonly mode?: "dry-run" | "check";
  readonly force?: boolean;
  readonly signal?: AbortSignal | undefined;
  make(
    newest: ProtocolModel,
    all: readonly ProtocolModel[],
  ): Promise<readonly OutputFile[]>;
}): Promise<GenerateOutcome> {
  return generate({
    revisions: options.revisions,
    only: ["server", "client"],
    out: join(options.folder, GENERATED),
    mode: options.mode ?? "dry-run",
    force: options.force,
    command: "npm run generate",
    signal: options.signal,
    // Handlers are typed against the newest revision.
    beside: async (models) => {
      const newest = models.at(-1);
      return newest ? options.make(newest, models) : [];
    },
  });
}

interface Facts {
  readonly structured: boolean;
  /** No revision has a handshake: clients have to be told so. */
  readonly stateless: boolean;
}

function factsOf(newest: ProtocolModel, all: readonly ProtocolModel[]): Facts {
  return {
    structured: hasStructuredOutput(newest),
    stateless: all.every(
      (model) => protocolFacts(model).lifecycle === "stateless",
    ),
  };
}

/** The tool that a project begins with when there is no manifest. */
function exampleSource(facts: Facts): ServerSource {
  const text = renderNew("example/tools.json", facts);
  return {
    listing: checkListing(JSON.parse(text)).listing,
    file: "tools.json",
    text,
  };
}

function render(folder: string, data: object): OutputFile[] {
  return (
    templatesBelow(folder)
      .filter((path) => path !== "tools.json")
      .map((path) => ({ path, text: renderNew(`${folder}/${path}`, data) }))
      // Some files are for some transports alone.
      .filter(({ text }) => text.trim() !== "")
  );
}

/** What is TypeScript, JSON or Markdown looks as Prettier prints it. */
async function formatSource(file: OutputFile): Promise<OutputFile> {
  return /\.(ts|md)$|^(package|tsconfig)\.json$/.test(file.path)
    ? formatted(file)
    : file;
}

/**
 * What `npm run generate` runs: the version that made the project, which is the
 * one in node_modules when there is one. npx tells its errors even where
 * `.npmrc` silences npm.
 */
export function regenerateCommand(
  kind: "server" | "client",
  revisions: readonly string[],
  ...more: readonly string[]
): string {
  return [
    `npx -y --loglevel=error mcp-codegen@${toolVersion()}`,
    `new ${kind} . --update --rev ${revisions.join(",")}`,
    ...more,
  ].join(" ");
}

function projectData(
  plan: ServerPlan,
  source: ServerSource,
  facts: Facts,
  own: readonly OutputFile[],
): object {
  const { name, transport } = plan;
  const has = (folder: string): boolean =>
    own.some(({ path }) => path === `src/${folder}/index.ts`);
  return {
    ...facts,
    name,
    nameJson: quote(name),
    manifest: source.file,
    generateJson: JSON.stringify(
      regenerateCommand("server", plan.revisions, `--tools ${source.file}`),
    ),
    revisions: plan.revisions.join(", "),
    stdio: transport !== "http",
    http: transport !== "stdio",
    both: transport === "both",
    example: plan.source === null,
    prompts: has("prompts"),
    resources: has("resources"),
  };
}
