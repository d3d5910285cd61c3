/** The generated validators of a model, loaded into the program itself. */
import { posix } from "node:path";
import type {
  Decoded,
  DecodedBatch,
  DecodeOptions,
} from "../../templates/runtime/validation/messages.js";
import { linkRuntime } from "../emit/link/link.js";
import { loadTemplates } from "../emit/templates/templates.js";
import { emitValidators } from "../emit/validators/emit.js";
import type { ProtocolModel } from "../model/types.js";
import { loadModule } from "../support/load-module.js";

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

/** Traffic is checked by what everybody else is given: no second opinion. */
export function loadDecoders(model: ProtocolModel): Decoders {
  const { path, under } = emitValidators({
    model,
    runtime: "./runtime",
    render: loadTemplates().render,
  });
  const validators = { path, text: under("") };
  const files = [validators, ...linkRuntime([validators])];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return loadModule(validators.path, {
    read: (path) => texts.get(path) ?? "",
    resolve: (specifier, from) => ({
      module: posix
        .join(posix.dirname(from), specifier)
        .replace(/\.js$/, ".ts"),
    }),
    refuse: (why) => new Error(why),
  }) as unknown as Decoders;
}
