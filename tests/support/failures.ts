import * as assert from "uvu/assert";
import { UserError, type Diagnostic } from "../../generator/support/errors.js";

/** The one diagnostic with which `work` fails. */
export async function failureOf(work: () => unknown): Promise<Diagnostic> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    assert.is(error.diagnostics.length, 1);
    return error.diagnostics[0] as Diagnostic;
  }
  throw new Error("It did not fail.");
}
