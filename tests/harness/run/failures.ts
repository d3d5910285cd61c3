import * as assert from "uvu/assert";
import {
  UserError,
  type Diagnostic,
} from "../../../generator/support/errors.js";

/**
 * Returns the diagnostics of the UserError that `work` throws, or an empty
 * array.
 */
export async function failuresOf(
  work: () => unknown,
): Promise<readonly Diagnostic[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof UserError) return error.diagnostics;
    throw error;
  }
}

/** Returns the only diagnostic of the UserError that `work` throws. */
export async function failureOf(work: () => unknown): Promise<Diagnostic> {
  const all = await failuresOf(work);
  assert.is(all.length, 1);
  return all[0] as Diagnostic;
}
