import { asError } from "../../json-rpc/messages/errors.js";
import type { HttpSettings } from "../server/options.js";
import type { Refuse } from "./messages.js";

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
