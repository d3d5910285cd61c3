/** Models and emit contexts for tests of the emitters. */
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

/** The bundled revisions, oldest first. */
export const REVISIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
] as const;

const bundled = new Map<string, ProtocolModel>();

/** The model of a bundled revision, which all of a process share. */
export function bundledModel(revision: string): ProtocolModel {
  const known = bundled.get(revision);
  if (known) return known;
  const model = modelOf(bundledSchema(revision), revision);
  bundled.set(revision, model);
  return model;
}

/** The same, with since when there is what it has. */
export function datedModel(revision: string): ProtocolModel {
  return parseSchema(bundledSchema(revision), {
    file: `schema/${revision}/schema.ts`,
    revision,
    since: bundledSince(),
  }).model;
}

/** The newest revision with all extensions that this package has. */
export function extendedModel(): ProtocolModel {
  const source = readBundledSchema("2026-07-28");
  const extensions = Object.keys(extensionTable().extensions).map((name) =>
    readBundledExtension(name),
  );
  return parseSchema(source.text, { ...source, extensions }).model;
}

/** The model of a schema's text. */
export function modelOf(
  text: string,
  revision: string | null = null,
): ProtocolModel {
  const file = revision ? `schema/${revision}/schema.ts` : "schema.ts";
  return parseSchema(text, { file, revision, commit: null }).model;
}

/** Returns the text of a page. */
export function textOf(page: Page): string {
  return printed([page]).files[0]?.text ?? "";
}

/** Returns pages as files, and what these import of the runtime. */
export function filesOf(pages: readonly Page[]): OutputFile[] {
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

/** A context as the command line makes it, for one revision. */
export function contextOf(model: ProtocolModel): EmitContext {
  const { render } = loadTemplates(undefined);
  return {
    model,
    runtime: "./runtime",
    render,
  };
}
