import { asError } from "../../json-rpc/messages/errors.js";
import type { Reject } from "./rejection.js";

/**
 * Reports an exception, and answers the request with status 500 if there is no
 * answer yet. Used for exceptions in callbacks of the program, which would
 * otherwise end the process.
 */
export function rejectFault(
  error: unknown,
  reject: Reject,
  { report }: { readonly report: (problem: Error) => void },
): void {
  reject({ status: 500, message: "Internal error" });
  report(asError(error));
}
