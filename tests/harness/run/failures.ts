import * as assert from "uvu/assert";
import {
  UserError,
  type Diagnostic,
} from "../../../generator/support/errors.js";

/** The diagnostics with which `work` fails, or none. */
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

/** The one diagnostic with which `work` fails. */
export async function failureOf(work: () => unknown): Promise<Diagnostic> {
  const all = await failuresOf(work);
  assert.is(all.length, 1);
  return all[0] as Diagnostic;
}
