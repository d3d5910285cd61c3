/** A server project: its files when it is new, and when its tools change. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../../emit/context.js";
import { quote } from "../../emit/print/syntax.js";
import { isStateless } from "../../emit/protocol/protocol-facts.js";
import type { Diagnostic } from "../../support/errors.js";
import { newError, newWarning } from "../diagnostics.js";
import { listingOf } from "../manifest/check-listing.js";
import { fitListing } from "../manifest/fit.js";
import { fileNames } from "../names.js";
import type {
  MadeFiles,
  ProjectInput,
  ProjectSide,
  ServerSource,
} from "../project.js";
import { exampleFiles, projectFiles, renderNew } from "../render.js";
import { mockFiles, toolStub } from "./stubs.js";
import { hasStructuredOutput, toolFiles } from "./tool-files.js";

/** How clients reach a server. */
export type Transport = "stdio" | "http" | "both";

/** A server's files; a new one is reached by this transport. */
export function serverSide(transport: Transport = "stdio"): ProjectSide {
  return {
    side: "server",
    usedByNew: (source) => ({
      features: featuresOf(usedByMocks(source)),
      transports: [
        ...(transport === "http" ? [] : ["stdio"]),
        ...(transport === "stdio" ? [] : ["http", "sse"]),
        "memory",
      ],
    }),
    usedFeatures: (folder) =>
      featuresOf((kind) => existsSync(join(folder, `src/${kind}/index.ts`))),
    make: (input) => makeServer(input, transport),
    ownSource: ownManifest,
  };
}

/** What a server offers that has files of these kinds, beside its tools. */
function featuresOf(has: (kind: "prompts" | "resources") => boolean): string[] {
  return ["tools", ...(["prompts", "resources"] as const).filter(has)];
}

/** The kinds of which a new server has files; the example has all. */
function usedByMocks(
  source: ServerSource | null,
): (kind: "prompts" | "resources") => boolean {
  if (source === null) return () => true;
  const { prompts, resources, resourceTemplates } = source.listing;
  const lists = { prompts, resources: [...resources, ...resourceTemplates] };
  return (kind) => lists[kind].length > 0;
}

/**
 * The manifest of a project, in its folder.
 *
 * @throws UserError when there is none.
 */
export function ownManifest(folder: string): string {
  const names = ["tools.json", "tools.yaml", "tools.yml"];
  const file = names.map((name) => join(folder, name)).find(existsSync);
  if (file !== undefined) return file;
  throw newError("MCP610", `${folder} has no ${names[0]}.`);
}

async function makeServer(
  input: ProjectInput,
  transport: Transport,
): Promise<MadeFiles> {
  const { folder, model, fresh } = input;
  const facts = factsOf(input);
  const source = input.source ?? exampleSource(facts);
  const { listing, warnings: leftOut } = fitListing(source.listing, model);
  const { tools } = listing;
  const names = fileNames(
    tools.map(({ name }) => name),
    input.stubs,
  );
  const made = await toolFiles(tools, names, model);
  const warnings = [...leftOut, ...made.warnings];
  const own: OutputFile[] = [];
  if (input.isAsked) own.push({ path: source.file, text: source.text });
  if (input.source !== null)
    for (const tool of tools) {
      const stub = toolStub(tool, names.get(tool.name) ?? "");
      if (!existsSync(join(folder, stub.path))) own.push(stub);
    }
  if (fresh === null) warnings.push(...leftovers(folder, input.stubs, names));
  else if (input.source === null) own.push(...exampleFiles(facts));
  else {
    const mocks = mockFiles(listing);
    own.push(...mocks.files);
    warnings.push(...mocks.warnings);
  }
  if (fresh !== null) {
    const has = (kind: string): boolean =>
      own.some(({ path }) => path === `src/${kind}/index.ts`);
    const data = {
      ...facts,
      name: fresh.name,
      nameJson: quote(fresh.name),
      manifest: source.file,
      generatorJson: quote(fresh.generator),
      stdio: transport !== "http",
      http: transport !== "stdio",
      both: transport === "both",
      example: input.source === null,
      prompts: has("prompts"),
      resources: has("resources"),
    };
    own.push(...projectFiles("server", data));
  }
  return { generated: made.files, files: own, warnings };
}

interface Facts {
  readonly structured: boolean;
  /** No revision has a handshake, which the Inspector has to be started for. */
  readonly stateless: boolean;
}

function factsOf({ model, models }: ProjectInput): Facts {
  return {
    structured: hasStructuredOutput(model),
    stateless: models.every(isStateless),
  };
}

/** The tool that a project begins with when there is no manifest. */
function exampleSource(facts: Facts): ServerSource {
  const text = renderNew("example/tools.json", facts);
  const listing = listingOf(JSON.parse(text));
  return { listing, file: "tools.json", text, warnings: [] };
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
