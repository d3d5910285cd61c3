import * as assert from "uvu/assert";
import {
  UserError,
  type Diagnostic,
} from "../../../generator/support/errors.js";

/**
 * Returns the diagnostics of the UserError that `work` throws, or an empty
 * array if `work` succeeds.
 */
export async function getFailures(
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

/**
 * Returns the diagnostic of the UserError that `work` throws. The error must
 * have exactly one diagnostic.
 */
export async function getFailure(work: () => unknown): Promise<Diagnostic> {
  const all = await getFailures(work);
  assert.is(all.length, 1);
  return all[0] as Diagnostic;
}
