/** Second pass over decoded messages that the program has loaded. */
import type { DecodeOptions, MessageRefinement } from "../messages.js";
import { isRefining } from "./options.js";

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
