import { asError } from "../../connection/json-rpc/errors.js";
import type { HttpSettings } from "./options.js";
import type { Refuse } from "../server/messages.js";

/**
 * What handles a request failed: answers it, where that was not done before.
 * Thrown from a callback it would end the process.
 */
export function fault(
  error: unknown,
  no: Refuse,
  { report }: Pick<HttpSettings, "report">,
): void {
  no({ status: 500, message: "Internal error" });
  report(asError(error));
}
