/** Codes of errors that only some revisions have. */
import { INTERNAL, McpError } from "../json-rpc/messages/errors.js";
import type { Call } from "./connection/call.js";

const NO_RESOURCE = -32002;
const URL_REQUIRED_CODE = -32042;
/** Revisions with the error code for pages to visit have this, too. */
const VISITED = "notifications/elicitation/complete";

/**
 * What a handler throws, with a code that the revision has (basic/index#Error
 * Codes: others must not be emitted). Without the code for pages to visit, only
 * the message names them.
 */
export function inItsCodes(
  { endpoint, connection }: Call,
  error: McpError,
): McpError {
  const { code, message, data } = error;
  if (code === NO_RESOURCE) {
    return new McpError(endpoint.protocol.resourceNotFound, message, data);
  }
  if (code !== URL_REQUIRED_CODE || endpoint.facts(VISITED)) return error;
  connection.report(error);
  return new McpError(INTERNAL, message);
}
