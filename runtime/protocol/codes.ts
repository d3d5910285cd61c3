/** Error codes that only some revisions of MCP define. */
import { INTERNAL } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";
import type { Call } from "./connection/call.js";

const NO_RESOURCE = -32002;
const URL_REQUIRED_CODE = -32042;
/**
 * Notification that exists only in revisions with the error code for URL
 * elicitations. The runtime recognizes these revisions by the notification.
 */
const URL_COMPLETE = "notifications/elicitation/complete";

/**
 * Returns the error of a handler, with an error code that the revision defines.
 * MCP forbids other codes (basic/index#Error Codes). In revisions without the
 * code for URL elicitations, an error with this code becomes an internal error
 * with the same message.
 */
export function withSupportedCode(
  { endpoint, connection }: Call,
  error: McpError,
): McpError {
  const { code, message, data } = error;
  if (code === NO_RESOURCE) {
    return new McpError(endpoint.protocol.resourceNotFound, message, data);
  }
  if (code !== URL_REQUIRED_CODE || endpoint.facts(URL_COMPLETE)) return error;
  connection.report(error);
  return new McpError(INTERNAL, message);
}
