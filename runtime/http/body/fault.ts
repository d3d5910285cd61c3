import { asError } from "../../json-rpc/messages/errors.js";
import type { Reject } from "./rejection.js";

/**
 * Answers with 500, unless the request was answered, and reports the error. An
 * exception in a callback would end the process.
 */
export function rejectFault(
  error: unknown,
  reject: Reject,
  { report }: { readonly report: (problem: Error) => void },
): void {
  reject({ status: 500, message: "Internal error" });
  report(asError(error));
}
