/**
 * Creates server projects: the initial files of a new project, and the changed
 * files when the tools change.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../../emit/context.js";
import { quote } from "../../emit/print/syntax.js";
import { isStateless } from "../../emit/facts/protocol-facts.js";
import type { Diagnostic } from "../../support/errors.js";
import { newError } from "../diagnostics.js";
import { lintTools } from "../../lint-tools/lint.js";
import { PROVIDERS } from "../../lint-tools/providers.js";
import { toListing } from "../manifest/listing.js";
import { fitListing } from "../manifest/fit.js";
import { fileNames } from "../names.js";
import type { Manifest } from "../manifest/manifest.js";
import type {
  Auth,
  MadeFiles,
  ProjectInput,
  ProjectSide,
  SharedStore,
} from "../project.js";
import { renderNew, templateFiles } from "../render.js";
import { mockFiles, toolStub } from "./stubs.js";
import { hasStructuredOutput, toolFiles } from "./tool-files.js";
import type { Extra } from "../extras.js";
import { extraFiles } from "./extra-files.js";

/** Transport of a server project. */
export type Transport = "stdio" | "http" | "both";

/** Path of the file that sets up authorization in a server project. */
const AUTH_FILE = "src/auth.ts";

/**
 * Path of the file that connects a server project to the state that several
 * processes share.
 */
const SHARED_FILE = "src/shared.ts";

/**
 * Returns the functions with which `mcp-codegen new` creates server projects.
 *
 * @throws UserError for a stdio server with authorization.
 */
export function serverSide(
  transport: Transport = "stdio",
  extras: readonly Extra[] = [],
  auth: Auth = "none",
  shared: SharedStore = "none",
): ProjectSide {
  const oauth = auth === "oauth";
  const redis = shared === "redis";
  if (oauth && transport === "stdio")
    throw newError(
      "MCP604",
      "--auth oauth needs HTTP, but the transport is stdio.",
    );
  if (redis && transport === "stdio")
    throw newError(
      "MCP605",
      "--shared redis needs HTTP, but the transport is stdio.",
    );
  return {
    side: "server",
    outputs: ["server", "client"],
    usedByNew: (source) => ({
      features: [
        ...getFeatures(
          (kind) => !source || hasSome(source, kind),
          oauth,
          redis,
        ),
        ...CONTEXT_FEATURES,
      ],
      transports: [
        ...(transport === "http" ? [] : ["stdio"]),
        ...(transport === "stdio" ? [] : ["http", "sse"]),
        "memory",
      ],
    }),
    usedFeatures: (folder) =>
      getFeatures(
        (kind) => existsSync(join(folder, `src/${kind}/index.ts`)),
        existsSync(join(folder, AUTH_FILE)),
        existsSync(join(folder, SHARED_FILE)),
      ),
    make: (input) => makeServer(input, transport, extras, { oauth, redis }),
    ownSource: ownManifest,
  };
}

type Kind = "prompts" | "resources";

/**
 * Features that handlers use through their context, such as `ctx.log`. A new
 * project has all of them; `--update --features` selects fewer.
 */
const CONTEXT_FEATURES = ["logging", "elicitation", "sampling", "roots"];

/** Returns the features that the files of the server project import. */
function getFeatures(
  has: (kind: Kind) => boolean,
  oauth: boolean,
  redis: boolean,
): string[] {
  const kinds = (["prompts", "resources"] as const).filter(has);
  return [
    "tools",
    ...kinds,
    ...(oauth ? ["oauth"] : []),
    ...(redis ? ["shared"] : []),
  ];
}

function hasSome({ listing }: Manifest, kind: Kind): boolean {
  const { resourceTemplates } = listing;
  return (
    listing[kind].length > 0 ||
    (kind === "resources" && resourceTemplates.length > 0)
  );
}

/**
 * Returns the path of the tool manifest (such as `tools.json`) in the project's
 * folder.
 *
 * @throws UserError if the folder has no manifest.
 */
export function ownManifest(folder: string): string {
  const names = ["tools.json", "tools.yaml", "tools.yml"];
  const file = names.map((name) => join(folder, name)).find(existsSync);
  if (file !== undefined) return file;
  throw newError("MCP610", `${folder} does not contain ${names[0]}.`);
}

async function makeServer(
  { folder, model, models, isAsked, stubs, fresh, ...input }: ProjectInput,
  transport: Transport,
  extras: readonly Extra[],
  { oauth, redis }: { readonly oauth: boolean; readonly redis: boolean },
): Promise<MadeFiles> {
  const facts = {
    structured: hasStructuredOutput(model),
    // MCP Inspector needs an additional option for servers that work without an
    // `initialize` handshake.
    stateless: models.every(isStateless),
  };
  const source = input.source ?? exampleSource(facts);
  const { listing, warnings: leftOut } = fitListing(source.listing, model);
  const { tools } = listing;
  const names = fileNames(
    tools.map(({ name }) => name),
    stubs,
  );
  const made = await toolFiles(tools, names, model);
  const warnings = [...leftOut, ...made.warnings];
  const own: OutputFile[] = [];
  if (isAsked) own.push({ path: source.file, text: source.text });
  if (input.source)
    own.push(
      ...tools
        .map((tool) => toolStub(tool, names.get(tool.name) ?? ""))
        .filter(({ path }) => !existsSync(join(folder, path))),
    );
  if (fresh === null) {
    warnings.push(...leftovers(folder, stubs, names));
    return { generated: made.files, files: own, warnings };
  }
  if (input.source) {
    warnings.push(...toolWarnings(folder, input.source));
    const mocks = mockFiles(listing);
    own.push(...mocks.files);
    warnings.push(...mocks.warnings);
  } else {
    const example = templateFiles("example", facts);
    own.push(...example.filter(({ path }) => path !== source.file));
  }
  const has = (kind: Kind): boolean =>
    own.some(({ path }) => path === `src/${kind}/index.ts`);
  const data = {
    ...facts,
    name: fresh.name,
    nameJson: quote(fresh.name),
    registryNameJson: quote(`io.github.your-name/${fresh.name}`),
    manifest: source.file,
    generatorJson: quote(fresh.generator),
    stdio: transport !== "http",
    http: transport !== "stdio",
    both: transport === "both",
    oauth,
    redis,
    example: input.source === null,
    prompts: has("prompts"),
    resources: has("resources"),
    ...Object.fromEntries(extras.map((extra) => [extra, true])),
  };
  own.push(...templateFiles("project", data), ...templateFiles("server", data));
  if (oauth) own.push(...templateFiles("auth", data));
  if (redis) own.push(...templateFiles("shared", data));
  own.push(...extraFiles(extras, data, tools));
  return { generated: made.files, files: own, warnings };
}

/**
 * Returns the manifest with the example tool, which a project without a
 * manifest gets.
 */
function exampleSource(facts: object): Manifest {
  const text = renderNew("example/tools.json", facts);
  const listing = toListing(JSON.parse(text));
  return { listing, file: "tools.json", text, warnings: [] };
}

/**
 * Returns a warning with the number of findings that `lint-tools` has for a new
 * project.
 */
function toolWarnings(
  folder: string,
  { listing, file }: Manifest,
): Diagnostic[] {
  const found = lintTools(listing.tools, PROVIDERS);
  const errors = found.filter(({ severity }) => severity === "error").length;
  return found.length === 0
    ? []
    : [
        newError.warning(
          "MCP625",
          `\`lint-tools\` reports ${found.length} findings in ${join(folder, file)}, of which ${errors} are errors.`,
        ),
      ];
}

/**
 * Returns warnings about handler files of tools that were removed from the
 * manifest.
 */
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
      newError.warning(
        "MCP619",
        `${path} is no longer used: the tool "${name}" was removed.`,
      ),
    );
}
