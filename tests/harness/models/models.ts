/**
 * Protocol models and emit contexts (inputs of the code generation) for tests.
 */
import {
  PRINT_WHOLE,
  printPages,
} from "../../../generator/emit/assemble/print-pages.js";
import { createRuntimeModules } from "../../../generator/emit/assemble/runtime-modules.js";
import type {
  EmitContext,
  OutputFile,
  Page,
} from "../../../generator/emit/context.js";
import { loadTemplates } from "../../../generator/emit/templates/templates.js";
import type { ProtocolModel } from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";
import {
  extensionTable,
  readBundledExtension,
} from "../../../generator/source/extensions.js";
import { readBundledSchema } from "../../../generator/source/read.js";
import { bundledSince } from "../../../generator/source/revisions.js";
import { bundledSchema } from "./sources.js";

/** Bundled revisions, oldest first. */
export const REVISIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
] as const;

const bundled = new Map<string, ProtocolModel>();

/**
 * Returns the model of a bundled revision. All tests of a process share one
 * instance.
 */
export function bundledModel(revision: string): ProtocolModel {
  const known = bundled.get(revision);
  if (known) return known;
  const model = parseModel(bundledSchema(revision), revision);
  bundled.set(revision, model);
  return model;
}

/**
 * Returns the model of a revision. Each member in the model states which
 * revision introduced it.
 */
export function datedModel(revision: string): ProtocolModel {
  return parseSchema(bundledSchema(revision), {
    file: `schema/${revision}/schema.ts`,
    revision,
    since: bundledSince(),
  }).model;
}

/** Returns the model of revision 2026-07-28 with all bundled extensions. */
export function extendedModel(): ProtocolModel {
  const source = readBundledSchema("2026-07-28");
  const extensions = Object.keys(extensionTable().extensions).map((name) =>
    readBundledExtension(name),
  );
  return parseSchema(source.text, { ...source, extensions }).model;
}

/** Parses the text of a schema to a protocol model. */
export function parseModel(
  text: string,
  revision: string | null = null,
): ProtocolModel {
  const file = revision ? `schema/${revision}/schema.ts` : "schema.ts";
  return parseSchema(text, { file, revision, commit: null }).model;
}

/** Returns the generated text of a module. */
export function printPage(page: Page): string {
  return printed([page]).files[0]?.text ?? "";
}

/**
 * Returns the generated files of modules, with the runtime modules that they
 * import.
 */
export function printFiles(pages: readonly Page[]): OutputFile[] {
  const { files, names } = printed(pages);
  return [...files, ...createRuntimeModules(names)];
}

function printed(pages: readonly Page[]) {
  const lines = ["Generated for a test."];
  return printPages(
    pages.map((page) => ({
      path: page.path,
      page,
      lines,
      runtime: "./runtime",
    })),
    PRINT_WHOLE,
  );
}

/**
 * Returns the emit context (the input of the code generation) for one revision,
 * with the default options of the command line.
 */
export function createContext(model: ProtocolModel): EmitContext {
  const { render } = loadTemplates(undefined);
  return { model, runtime: "./runtime", render };
}
