/** Emits the generated files of one revision. */
import { sortByName } from "../../model/lookup.js";
import type { Declaration, ProtocolModel } from "../../model/types.js";
import { memoizeByObject } from "../../model/util/memoize.js";
import { bundledLater } from "../../source/revisions.js";
import { mapAll } from "../../support/errors.js";
import { emitCustomOutput } from "./custom-outputs.js";
import { checkNames } from "./name-clashes.js";
import { emitApp } from "../app/app.js";
import { emitClient } from "../client/client.js";
import type { EmitContext, OutputName, Page } from "../context.js";
import { emitCorpus } from "../corpus/emit.js";
import { emitIndex } from "./index-files.js";
import { emitJsonSchema } from "../json-schema/schema.js";
import { getDialect } from "../json-schema/dialect.js";
import { emitMethods } from "../methods/methods.js";
import { hasApps } from "../facts/apps.js";
import { getFolder } from "../facts/revision-names.js";
import { emitServer } from "../server/server.js";
import { emitTypes } from "../types/types.js";
import { emitValidators } from "../validators/emit.js";

/** Emitters in the order in which their files are written. */
const EMITTERS: readonly (readonly [
  OutputName,
  emit: (context: EmitContext) => Page,
])[] = [
  ["types", emitTypes],
  ["methods", emitMethods],
  ["validators", emitValidators],
  ["server", emitServer],
  ["client", emitClient],
  ["app", emitApp],
  ["json-schema", emitJsonSchema],
  ["corpus", emitCorpus],
];

/**
 * Cache of the files that a run has generated. The key is the list of
 * declarations of a revision. A draft with the same content as the latest
 * release reuses the files of the release.
 */
export type PageCache = Map<
  readonly Declaration[],
  { readonly facts: string; readonly pages: Page[] }
>;

/**
 * Returns the generated files of a revision, for the outputs in `chosen` and
 * the templates in `added`. Outputs that the revision does not support are left
 * out.
 *
 * @param made Files generated for earlier revisions of the run. They are reused
 *   if a revision has the same input.
 * @param isPart Whether a generated project with several revisions imports the
 *   output. The project has one server and one client for all revisions, so no
 *   server or client is generated for a single revision.
 * @throws UserError with every name clash in any output.
 */
export function emitRevision(
  context: EmitContext,
  chosen: ReadonlySet<OutputName>,
  added: readonly string[],
  made: PageCache,
  isPart: boolean,
): Page[] {
  const { model } = context;
  // Without a protocol version in the schema, neither a server nor a client is
  // generated, because peers must exchange the version.
  const outputs = [...chosen].filter(
    (name) =>
      model.protocolVersion !== null ||
      (name !== "server" && name !== "client"),
  );
  const sides = (["server", "client"] as const).filter((side) =>
    outputs.includes(side),
  );
  const emitters = EMITTERS.filter(
    ([name]) =>
      outputs.includes(name) &&
      (name !== "app" || hasApps(model)) &&
      !(isPart && (name === "server" || name === "client")),
  );
  const facts = serializeInput(model);
  const sorted = { ...context, sides, model: sortDeclarations(model) };
  const known = made.get(model.declarations);
  const pages =
    known?.facts === facts
      ? known.pages
      : mapAll(emitters, ([name, emit]) =>
          finishPage(
            checkPage(model, emit(name === "types" ? context : sorted)),
            isPart,
          ),
        );
  made.set(model.declarations, { facts, pages });
  return [
    ...pages,
    ...(outputs.includes("index") ? [emitIndex(context, outputs)] : []),
    ...(outputs.includes("templates")
      ? added.map((name) => emitCustomOutput(name, context))
      : []),
  ];
}

/**
 * Prints a generated module now if all of its declarations are written. Its
 * layouts (Prettier documents) are then freed before the next revision is
 * emitted, and only its text stays in memory.
 */
function finishPage(page: Page, isPart: boolean): Page {
  if (!isPart && "pieces" in page)
    for (const piece of page.pieces) piece.text();
  return page;
}

function checkPage(model: ProtocolModel, page: Page): Page {
  checkNames(model, page);
  return page;
}

/**
 * Serializes all input from which the files of a revision are generated, except
 * the declarations. Two revisions with equal declarations and equal serialized
 * text have the same generated files.
 */
function serializeInput(model: ProtocolModel): string {
  const { protocolVersion, methods } = model;
  const later = bundledLater()[getFolder(model)];
  return JSON.stringify([protocolVersion, getDialect(model), later, methods]);
}

/**
 * Sorts the declarations by name for all files except `types.ts`, which keeps
 * the order of the schema. The other files therefore do not change if the
 * schema only reorders its declarations.
 */
const sortDeclarations = memoizeByObject(
  (model: ProtocolModel): ProtocolModel => ({
    ...model,
    declarations: sortByName(model.declarations),
  }),
);
