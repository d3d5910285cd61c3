/** The files of one revision. */
import { mapAll } from "../../support/errors.js";
import { emitAdded } from "./custom-outputs.js";
import { emitClient } from "../client/client.js";
import type { EmitContext, Emitter, OutputName, Page } from "../context.js";
import { emitCorpus } from "../corpus/emit.js";
import { emitIndex } from "./index-files.js";
import { emitJsonSchema } from "../json-schema/schema.js";
import { dialectOf } from "../json-schema/dialect.js";
import { emitMethods } from "../methods/methods.js";
import { folderOf } from "./revision-names.js";
import { noSharing, type Key } from "./shared-text.js";
import { emitServer } from "../server/server.js";
import { emitTypes } from "../types/types.js";
import { emitValidators } from "../validators/emit.js";

/** In the order in which they are written. */
const EMITTERS: readonly (readonly [OutputName, Emitter])[] = [
  ["types", emitTypes],
  ["methods", emitMethods],
  ["validators", emitValidators],
  ["server", emitServer],
  ["client", emitClient],
  ["json-schema", emitJsonSchema],
  ["corpus", emitCorpus],
];

/**
 * A page for each of the outputs, and for each template that the user added.
 *
 * @throws UserError with every name that clashes in any output.
 */
export function emitRevision(
  context: EmitContext,
  chosen: ReadonlySet<OutputName>,
  added: readonly string[],
): Page[] {
  const { model, recall = noSharing } = context;
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
  const pages = recall(
    () => whatTheySee(context),
    () => {
      // Only types.ts follows the schema's order; the rest does not change with it.
      const declarations = [...model.declarations].sort((a, b) =>
        a.name < b.name ? -1 : 1,
      );
      const sorted = { ...context, sides, model: { ...model, declarations } };
      return mapAll(emitters, ([name, emit]) =>
        emit(name === "types" ? context : sorted),
      );
    },
  );
  return [
    ...pages,
    ...(outputs.includes("index") ? [emitIndex(context, outputs)] : []),
    ...(outputs.includes("templates")
      ? added.map((name) => emitAdded(name, context))
      : []),
  ];
}

/** All that the emitters' pages come from, in the same run. */
function whatTheySee({ model, later, runtime }: EmitContext): Key {
  const { protocolVersion, declarations, methods } = model;
  const facts = [protocolVersion, dialectOf(model), later?.[folderOf(model)]];
  return ["pages", runtime, ...facts, methods, declarations];
}
