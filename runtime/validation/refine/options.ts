/** Options for the second pass over a valid value or message. */
import type {
  DecodedMessage,
  DecodeOptions,
  Side,
  Undecoded,
} from "../messages.js";

/** Options for handling unknown keys and string formats. */
export interface Refinement {
  /**
   * Treatment of keys that the type does not declare. `keep` accepts these
   * keys, `strip` returns a copy without them, and `reject` reports them as
   * issues. Nested parts without unknown keys are not copied.
   *
   * @default "keep"
   */
  readonly unknownKeys?: "keep" | "strip" | "reject" | undefined;
  /**
   * Whether string formats are checked. The schema declares a format with the
   * tag `@format`.
   *
   * @default "ignore"
   */
  readonly formats?: "ignore" | "assert" | undefined;
}

/** Returns whether options require a second pass over a valid value. */
export function isRefining({ unknownKeys, formats }: Refinement): boolean {
  return (unknownKeys ?? "keep") !== "keep" || formats === "assert";
}

/**
 * Second pass over a decoded message. Returns the message with its new content,
 * or the failure. `method` is the method of the request to which the message is
 * the response.
 */
export type MessageRefinement = <D extends DecodedMessage>(
  decoded: D,
  side: Side,
  options: DecodeOptions,
  method: string | undefined,
) => D | Undecoded;

/** Second pass that the generated constant `refinement` has set. */
let loaded: MessageRefinement | undefined;

export function setRefinement(refinement: MessageRefinement): void {
  loaded = refinement;
}

/**
 * Returns the second pass for the options of a decoder. Returns `undefined` if
 * the options require none.
 *
 * @throws TypeError if a bundler has removed the second pass.
 */
export function getRefinement(
  options: DecodeOptions,
): MessageRefinement | undefined {
  if (!isRefining(options)) return undefined;
  const refinement = options.refinement ?? loaded;
  if (refinement) return refinement;
  throw new TypeError(
    "The bundle does not contain the code for unknownKeys and formats. Import refinement from validators.js, and pass it as an option.",
  );
}
