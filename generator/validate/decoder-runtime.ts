/** What generated validators import of the runtime, for who loads them without files. */
import * as api from "../../runtime/validation/api.js";
import * as decode from "../../runtime/validation/decode.js";
import * as guards from "../../runtime/validation/guards.js";
import type {
  Decoded,
  DecodedBatch,
  DecodeOptions,
} from "../../runtime/validation/messages.js";
import * as shape from "../../runtime/validation/shape.js";
import * as sides from "../../runtime/validation/peer-messages.js";
import * as schema from "../../runtime/validation/standard-schema.js";

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

/** By the names that they are imported under. */
export const DECODER_RUNTIME = {
  ...api,
  ...decode,
  ...guards,
  ...schema,
  ...shape,
  ...sides,
};

/** Those names, which begin the function that loaded validators are. */
export const RUNTIME_NAMES: readonly string[] = Object.keys(DECODER_RUNTIME);
