/** The generated validators of a model, loaded into the program itself. */
import { Script } from "node:vm";
import * as api from "../../templates/runtime/validation/api.js";
import * as decode from "../../templates/runtime/validation/decode.js";
import * as guards from "../../templates/runtime/validation/guards.js";
import type {
  Decoded,
  DecodedBatch,
  DecodeOptions,
} from "../../templates/runtime/validation/messages.js";
import * as shape from "../../templates/runtime/validation/shape.js";
import * as sides from "../../templates/runtime/validation/sides.js";
import * as schema from "../../templates/runtime/validation/standard-schema.js";
import { loadTemplates } from "../emit/templates/templates.js";
import { emitValidators } from "../emit/validators/emit.js";
import type { ProtocolModel } from "../model/types.js";
import { eraseTypes } from "./erase.js";

/** A message as it came off the wire: an object, or anything at all. */
type Message = Readonly<Record<string, unknown>>;

/** What decoding one line of traffic answers. */
export type Outcome =
  Decoded<Message, Message> | DecodedBatch<Message, Message>;

/** What `validators.ts` exports for messages. */
export type Decoders = Readonly<
  Record<
    "decodeClientMessage" | "decodeServerMessage" | "decodeMessage",
    (value: unknown, options?: DecodeOptions) => Outcome
  >
>;

/** What they import of the runtime, which the program has already. */
const RUNTIME = { ...api, ...decode, ...guards, ...schema, ...shape, ...sides };

/** Traffic is checked by what everybody else is given: no second opinion. */
export function loadDecoders(model: ProtocolModel): Decoders {
  const { path, under } = emitValidators({
    model,
    runtime: "./runtime",
    render: loadTemplates().render,
  });
  // In a block, where a name that it declares hides the runtime's.
  const script = new Script(
    `"use strict"; (function ({ ${Object.keys(RUNTIME).join(", ")} }) {{
${eraseTypes(under(""))}
return { decodeClientMessage, decodeServerMessage, decodeMessage };
}})`,
    { filename: path },
  );
  const load = script.runInThisContext() as (runtime: object) => Decoders;
  return load(RUNTIME);
}
