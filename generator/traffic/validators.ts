/** The generated validators of a model, loaded into the program itself. */
import { posix } from "node:path";
import type {
  Decoded,
  DecodedBatch,
  DecodeOptions,
} from "../../templates/runtime/validation/messages.js";
import { linkRuntime } from "../emit/link/link.js";
import { loadTemplates } from "../emit/templates/templates.js";
import { fileOf } from "../emit/context.js";
import { emitValidators } from "../emit/validators/emit.js";
import type { ProtocolModel } from "../model/types.js";
import { loadModule } from "../support/load-module.js";

/** A message as it came off the wire: an object, or anything at all. */
type Message = Readonly<Record<string, unknown>>;

/** What decoding one line of traffic answers. */
export type Outcome =
  Decoded<Message, Message> | DecodedBatch<Message, Message>;

type Decode = (value: unknown, options?: DecodeOptions) => Outcome;

/** What `validators.ts` exports for messages. */
export interface Decoders {
  readonly decodeClientMessage: Decode;
  readonly decodeServerMessage: Decode;
  readonly decodeMessage: Decode;
}

/** Traffic is checked by what everybody else is given: no second opinion. */
export function loadDecoders(model: ProtocolModel): Decoders {
  const page = emitValidators({
    model,
    runtime: "./runtime",
    render: loadTemplates().render,
  });
  const validators = fileOf(page, "");
  const texts = new Map(
    [validators, ...linkRuntime([validators])].map(
      ({ path, text }) => [path, text] as const,
    ),
  );
  return loadModule(validators.path, {
    read: (path) => texts.get(path) ?? "",
    resolve: (specifier, from) => ({
      module: posix
        .join(posix.dirname(from), specifier)
        .replace(/\.js$/, ".ts"),
    }),
  }) as unknown as Decoders;
}
