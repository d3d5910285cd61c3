/**
 * Values that generated validators import from the runtime. The program passes
 * these values to the validators directly, so that it can load validators
 * without writing files.
 */
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

/** Message as received. All members have the type `unknown`. */
type Message = Readonly<Record<string, unknown>>;

/** Result of decoding one line of traffic. */
export type Outcome =
  Decoded<Message, Message> | DecodedBatch<Message, Message>;

/** Functions of `validators.ts` that decode messages. */
export type Decoders = Readonly<
  Record<
    "decodeClientMessage" | "decodeServerMessage" | "decodeMessage",
    (value: unknown, options?: DecodeOptions) => Outcome
  >
>;

/**
 * Values of the runtime, by the names under which generated validators import
 * these values.
 */
export const DECODER_RUNTIME = {
  ...api,
  ...decode,
  ...guards,
  ...schema,
  ...shape,
  ...sides,
};

/**
 * Names of the values in `DECODER_RUNTIME`. They become the parameters of the
 * function that contains the loaded validators.
 */
export const RUNTIME_NAMES: readonly string[] = Object.keys(DECODER_RUNTIME);
