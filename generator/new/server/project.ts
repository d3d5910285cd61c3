/**
 * Creates server projects: the initial files of a new project, and the changed
 * files when the tools change.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isStateless } from "../../emit/facts/protocol-facts.js";
import type { Diagnostic } from "../../support/errors.js";
import type { NewFile } from "../../write/plan.js";
import { newError } from "../diagnostics.js";
import { lintTools } from "../../lint-tools/lint.js";
import { PROVIDERS } from "../../lint-tools/providers.js";
import { toListing } from "../manifest/listing.js";
import { fitListing } from "../manifest/fit.js";
import { fileNames } from "../names.js";
import type { Manifest } from "../manifest/manifest.js";
import {
  unique,
  type MadeFiles,
  type ProjectInput,
  type ProjectSide,
} from "../project.js";
import { renderNew, templateFiles } from "../render.js";
import { mockFiles, toolStub } from "./stubs.js";
import { hasStructuredOutput, toolFiles } from "./tool-files.js";
import { readPackage } from "../folder.js";
import { ownFiles } from "./own-files.js";
import { readSkillFiles } from "./skill-files.js";
import {
  createSetup,
  growSetup,
  readSetup,
  setupExtensions,
  setupFeatures,
  type ServerChoices,
  type ServerSetup,
} from "./setup.js";

/**
 * Returns the functions with which `mcp-codegen new` creates server projects.
 */
export function serverSide(choices: ServerChoices = {}): ProjectSide {
  return {
    side: "server",
    outputs: ["server", "client"],
    usedByNew(source) {
      const setup = createSetup(choices);
      const isExample = !source && !setup.skills;
      return {
        features: getFeatures(
          (kind) => isExample || (source !== null && hasSome(source, kind)),
          CONTEXT_FEATURES,
          setup,
        ),
        transports: [...setup.transports, "memory"],
        extensions: setupExtensions(setup),
      };
    },
    usedByUpdate(folder, had) {
      const setup = growSetup(readSetup(folder, had), choices);
      const isAll = had.transports.length === 0 && !choices.transports;
      return {
        features: getFeatures((kind) => hasIndex(folder, kind), [], setup),
        added: setupFeatures(setup),
        transports: isAll ? [] : [...setup.transports, "memory"],
        extensions: unique([...had.extensions, ...setupExtensions(setup)]),
      };
    },
    make: (input) => makeServer(input, choices),
    ownSource: ownManifest,
  };
}

type Kind = "prompts" | "resources";

/**
 * Features that handlers use through their context, such as `ctx.log`. A new
 * project has all of them; `--update --features` selects fewer.
 */
const CONTEXT_FEATURES = ["logging", "elicitation", "sampling", "roots"];

/**
 * Returns the features that the files of the server project use: tools, prompts
 * and resources if the project has them, and the features in `context`.
 * Features of options such as `--auth` come last, so the order is the same if
 * the user adds the option later.
 */
function getFeatures(
  has: (kind: Kind) => boolean,
  context: readonly string[],
  setup: ServerSetup,
): string[] {
  const kinds = (["prompts", "resources"] as const).filter(has);
  return ["tools", ...kinds, ...context, ...setupFeatures(setup)];
}

function hasIndex(folder: string, kind: Kind): boolean {
  return existsSync(join(folder, `src/${kind}/index.ts`));
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
  choices: ServerChoices,
): Promise<MadeFiles> {
  const facts = {
    structured: hasStructuredOutput(model),
    // MCP Inspector needs an additional option for servers that work without an
    // `initialize` handshake.
    stateless: models.every(isStateless),
  };
  const { skills } = choices;
  const isExample = input.source === null && skills === undefined;
  const source =
    input.source ??
    createSource(isExample ? renderNew("example/tools.json", facts) : NO_TOOLS);
  const { listing, warnings: leftOut } = fitListing(
    source.listing,
    model,
    source.findPlace,
  );
  const { tools } = listing;
  const names = fileNames(
    tools.map(({ name }) => name),
    stubs,
  );
  const made = await toolFiles(tools, names, model);
  const warnings = [...leftOut, ...made.warnings];
  const own: NewFile[] =
    skills === undefined ? [] : await readSkillFiles(skills, folder);
  if (isAsked) own.push({ path: source.file, text: source.text });
  if (input.source)
    own.push(
      ...tools
        .map((tool) => toolStub(tool, names.get(tool.name) ?? ""))
        .filter(({ path }) => !existsSync(join(folder, path))),
    );
  if (fresh === null) {
    warnings.push(...removedToolWarnings(folder, stubs, names));
    const had = readSetup(folder, input);
    const setup = growSetup(had, choices);
    if (setup === had) return { generated: made.files, files: own, warnings };
    const about = {
      ...facts,
      ...readPackage(folder),
      manifest: source.file,
      example: false,
      prompts: hasIndex(folder, "prompts"),
      resources: hasIndex(folder, "resources"),
    };
    const growth = {
      before: ownFiles(had, about, tools),
      after: ownFiles(setup, about, tools),
    };
    return { generated: made.files, files: own, warnings, growth };
  }
  if (input.source) {
    warnings.push(...toolWarnings(folder, input.source));
    const mocks = mockFiles(listing);
    own.push(...mocks.files);
    warnings.push(...mocks.warnings);
  } else if (isExample) {
    const example = templateFiles("example", facts);
    own.push(...example.filter(({ path }) => path !== source.file));
  }
  const has = (kind: Kind): boolean =>
    own.some(({ path }) => path === `src/${kind}/index.ts`);
  const about = {
    ...facts,
    ...fresh,
    manifest: source.file,
    example: isExample,
    prompts: has("prompts"),
    resources: has("resources"),
  };
  own.push(...ownFiles(createSetup(choices), about, tools));
  return { generated: made.files, files: own, warnings };
}

/** Manifest of a project that has skills and no tools. */
const NO_TOOLS = '{ "tools": [] }\n';

/** Returns the manifest of a project for which the user named no manifest. */
function createSource(text: string): Manifest {
  const listing = toListing(JSON.parse(text));
  return { listing, file: "tools.json", text, warnings: [] };
}

/**
 * Returns a warning with the number of problems that `lint-tools` finds in the
 * tools of a new project.
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
          `\`lint-tools\` finds problems in ${join(folder, file)} (errors: ${errors}, warnings: ${found.length - errors}).`,
        ),
      ];
}

/**
 * Returns warnings about handler files of tools that were removed from the
 * manifest.
 */
function removedToolWarnings(
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
