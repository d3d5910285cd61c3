/** The files of a new server project. */
import { join } from "node:path";
import type { OutputFile } from "../../emit/context.js";
import {
  protocolFacts,
  type Side,
} from "../../emit/protocol/protocol-facts.js";
import { quote } from "../../emit/print/syntax.js";
import type { Diagnostic } from "../../support/errors.js";
import { generate, type GenerateOutcome } from "../../jobs/generate.js";
import type { ProtocolModel } from "../../model/types.js";
import { checkListing } from "../manifest/check-listing.js";
import { fitListing } from "../manifest/fit.js";
import { formatted } from "../format.js";
import {
  generatorPackage,
  type GeneratorPackage,
} from "../generator-package.js";
import type { Listing } from "../manifest/listing.js";
import { fileNames } from "../names.js";
import type { ProjectFiles } from "../project-files.js";
import { renderNew, templatesBelow } from "../render.js";
import { mockFiles, toolStub } from "./stubs.js";
import { hasStructuredOutput, toolFiles } from "./tool-files.js";

/** How clients reach a server. */
export type Transport = "stdio" | "http" | "both";

/** What a server project is made of. */
export interface ServerPlan {
  readonly name: string;
  readonly revisions: readonly string[];
  readonly transport: Transport;
  /** What it offers beside what its files use. */
  readonly features?: readonly string[] | undefined;
  readonly transports?: readonly string[] | undefined;
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
  const generator = generatorPackage();
  const outcome = await planGenerated({
    side: "server",
    folder,
    revisions: plan.revisions,
    features: serverFeatures(plan),
    transports: serverTransports(plan),
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
      const data = projectData(plan, source, facts, own, generator);
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
    files: [...formatted, ...generated, ...generator.files],
    warnings: [...outcome.warnings, ...warnings],
  };
}

/** What the project's files use, and what was asked for. */
function serverFeatures({ source, features = [] }: ServerPlan): string[] {
  const has = (
    ...kinds: readonly ("prompts" | "resources" | "resourceTemplates")[]
  ) => source === null || kinds.some((kind) => source.listing[kind].length > 0);
  return withUsed(features, {
    prompts: has("prompts"),
    resources: has("resources", "resourceTemplates"),
  });
}

/** Features with those that the files of a server use. */
export function withUsed(
  features: readonly string[],
  used: { readonly prompts: boolean; readonly resources: boolean },
): string[] {
  const { prompts, resources } = used;
  return [
    ...new Set([
      "tools",
      ...(prompts ? ["prompts"] : []),
      ...(resources ? ["resources"] : []),
      ...features,
    ]),
  ];
}

/** Those that `main.ts` serves, and what the tests connect by. */
function serverTransports({
  transport,
  transports = [],
}: ServerPlan): string[] {
  return [
    ...new Set([
      ...(transport === "http" ? [] : ["stdio"]),
      ...(transport === "stdio" ? [] : ["http", "sse"]),
      "memory",
      ...transports,
    ]),
  ];
}

/** What would be in `src/generated/`: bindings, and files for the tools. */
export function planGenerated(options: {
  readonly side: Side;
  readonly folder: string;
  readonly revisions: readonly string[];
  /** What the side offers; all when empty. */
  readonly features: readonly string[];
  readonly transports: readonly string[];
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
    features: options.features,
    transports: options.transports,
    out: join(options.folder, GENERATED),
    mode: options.mode ?? "dry-run",
    force: options.force,
    command: "npm run generate",
    signal: options.signal,
    project: {
      side: options.side,
      // Handlers are typed against the newest revision.
      make: async (models) => {
        const newest = models.at(-1);
        return newest ? options.make(newest, models) : [];
      },
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

function projectData(
  plan: ServerPlan,
  source: ServerSource,
  facts: Facts,
  own: readonly OutputFile[],
  generator: GeneratorPackage,
): object {
  const { name, transport } = plan;
  const has = (folder: string): boolean =>
    own.some(({ path }) => path === `src/${folder}/index.ts`);
  return {
    ...facts,
    name,
    nameJson: quote(name),
    manifest: source.file,
    generatorJson: quote(generator.range),
    stdio: transport !== "http",
    http: transport !== "stdio",
    both: transport === "both",
    example: plan.source === null,
    prompts: has("prompts"),
    resources: has("resources"),
  };
}
