/**
 * Access to the second pass over valid values, which handles unknown keys and
 * formats. Bundles contain the code of this pass only if the program uses it.
 */
import type { RefinementCode, RefinementOptions } from "../messages.js";
import { isRefining } from "./options.js";

/** Code of the second pass. Undefined until `setRefinement` is called. */
let loaded: RefinementCode | undefined;

export function setRefinement(refinement: RefinementCode): void {
  loaded = refinement;
}

/**
 * Returns the code of the second pass if the options of a validator or decoder
 * require a second pass. Returns `undefined` otherwise.
 *
 * @throws TypeError if a bundler has removed the second pass.
 */
export function getRefinement(
  options: RefinementOptions,
): RefinementCode | undefined {
  if (!isRefining(options)) return undefined;
  const refinement = options.refinement ?? loaded;
  if (refinement) return refinement;
  throw new TypeError(
    "The bundle does not contain the code for unknownKeys and formats. Import refinement from validators.js, and pass it as an option.",
  );
}
