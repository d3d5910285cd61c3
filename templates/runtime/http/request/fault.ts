import { asError } from "../../connection/json-rpc/errors.js";
import type { HttpSettings } from "./options.js";
import type { Refuse } from "../server/messages.js";

/**
 * The handling of a request failed: answers with 500 unless it was answered. An
 * exception in a callback would end the process.
 */
export function fault(
  error: unknown,
  no: Refuse,
  { report }: Pick<HttpSettings, "report">,
): void {
  no({ status: 500, message: "Internal error" });
  report(asError(error));
}
