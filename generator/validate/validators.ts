/** Loads the generated validators of a model into the current process. */
import { Script } from "node:vm";
import { selectReachedPieces } from "../emit/assemble/reach.js";
import { loadTemplates } from "../emit/templates/templates.js";
import { emitValidators } from "../emit/validators/emit.js";
import type { ProtocolModel } from "../model/types.js";
import {
  DECODER_RUNTIME,
  RUNTIME_NAMES,
  type Decoders,
} from "./decoder-runtime.js";
import { eraseTypes } from "./erase.js";

/** Names of the functions in `validators.ts` that decode messages. */
const DECODERS = [
  "decodeClientMessage",
  "decodeServerMessage",
  "decodeMessage",
];

/**
 * Returns the statements of a model's `validators.ts` that are needed to decode
 * messages, without types, imports and exports.
 */
export function decoderStatements(model: ProtocolModel): string[] {
  const page = emitValidators({
    model,
    runtime: "./runtime",
    render: loadTemplates().render,
  });
  return selectReachedPieces(page, DECODERS)
    .map(({ text }) => eraseTypes(text()).trim())
    .filter((text) => text !== "");
}

/**
 * Returns the functions that decode messages of a model. Users get the same
 * generated code, so this program and a user's program report the same faults.
 */
export function loadDecoders(model: ProtocolModel): Decoders {
  // The inner block `{…}` lets the generated code declare names that are also
  // names of parameters.
  const script = new Script(
    `"use strict"; (function ({ ${RUNTIME_NAMES.join(", ")} }) {{
${decoderStatements(model).join("\n")}
return { ${DECODERS.join(", ")} };
}})`,
    { filename: "validators.ts" },
  );
  const load = script.runInThisContext() as (runtime: object) => Decoders;
  return load(DECODER_RUNTIME);
}
