/** The files of one revision. */
import type { Declaration, ProtocolModel } from "../../model/types.js";
import { bundledLater } from "../../source/revisions.js";
import { mapAll } from "../../support/errors.js";
import { emitAdded } from "./custom-outputs.js";
import { checkNames } from "./name-clashes.js";
import { emitClient } from "../client/client.js";
import type { EmitContext, OutputName, Page } from "../context.js";
import { emitCorpus } from "../corpus/emit.js";
import { emitIndex } from "./index-files.js";
import { emitJsonSchema } from "../json-schema/schema.js";
import { dialectOf } from "../json-schema/dialect.js";
import { emitMethods } from "../methods/methods.js";
import { folderOf } from "../facts/revision-names.js";
import { emitServer } from "../server/server.js";
import { emitTypes } from "../types/types.js";
import { emitValidators } from "../validators/emit.js";

/** In the order in which they are written. */
const EMITTERS: readonly (readonly [
  OutputName,
  emit: (context: EmitContext) => Page,
])[] = [
  ["types", emitTypes],
  ["methods", emitMethods],
  ["validators", emitValidators],
  ["server", emitServer],
  ["client", emitClient],
  ["json-schema", emitJsonSchema],
  ["corpus", emitCorpus],
];

/**
 * The pages of a run by the declarations and the facts that they were made of: a
 * draft that says what the release before it says has the same.
 */
export type MadePages = Map<
  readonly Declaration[],
  { readonly facts: string; readonly pages: Page[] }
>;

/**
 * A page for each of the outputs, and for each template that the user added.
 *
 * @throws UserError with every name that clashes in any output.
 */
export function emitRevision(
  context: EmitContext,
  chosen: ReadonlySet<OutputName>,
  added: readonly string[],
  made: MadePages,
): Page[] {
  const { model } = context;
  // Peers exchange the version: without one there is no server and no client.
  const outputs = [...chosen].filter(
    (name) =>
      model.protocolVersion !== null ||
      (name !== "server" && name !== "client"),
  );
  const sides = (["server", "client"] as const).filter((side) =>
    outputs.includes(side),
  );
  const emitters = EMITTERS.filter(([name]) => outputs.includes(name));
  const facts = factsOf(model);
  const sorted = sortedByName({ ...context, sides });
  const known = made.get(model.declarations);
  const pages =
    known?.facts === facts
      ? known.pages
      : mapAll(emitters, ([name, emit]) =>
          checked(model, emit(name === "types" ? context : sorted)),
        );
  made.set(model.declarations, { facts, pages });
  return [
    ...pages,
    ...(outputs.includes("index") ? [emitIndex(context, outputs)] : []),
    ...(outputs.includes("templates")
      ? added.map((name) => emitAdded(name, context))
      : []),
  ];
}

function checked(model: ProtocolModel, page: Page): Page {
  checkNames(model, page);
  return page;
}

/** All that the pages of one run come from, but for the declarations. */
function factsOf(model: ProtocolModel): string {
  const { protocolVersion, methods } = model;
  const later = bundledLater()[folderOf(model)];
  return JSON.stringify([protocolVersion, dialectOf(model), later, methods]);
}

/** Only types.ts follows the schema's order: the rest does not change with it. */
function sortedByName({ model, ...rest }: EmitContext): EmitContext {
  const declarations = [...model.declarations].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return { ...rest, model: { ...model, declarations } };
}
