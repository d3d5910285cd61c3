/**
 * Creates the error response that asks the client to send the user to a web
 * page. After the visit, the client sends its request again.
 */
import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";

/** Error code that MCP defines for "URL elicitation required". */
const URL_REQUIRED = -32042;

/** Web page that the user has to visit. */
export interface UrlElicitation {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

/**
 * Returns an error for handlers that cannot continue before the user has
 * visited web pages. Throw the error from the handler. The client shows the
 * pages to the user and then sends its request again.
 *
 * @throws TypeError if `elicitations` is empty.
 * @example
 * ```ts
 * throw urlElicitationRequired([
 *   { mode: "url", message: "Connect your account", url, elicitationId },
 * ]);
 * ```
 */
export function urlElicitationRequired(
  elicitations: readonly UrlElicitation[],
  message = "The user must visit a web page first",
): McpError {
  if (elicitations.length === 0)
    throw new TypeError("urlElicitationRequired() needs at least one web page");
  return new McpError(URL_REQUIRED, message, { elicitations });
}

/**
 * Parses the URL of a web page as a browser does. Parsing removes or escapes
 * invisible characters, such as tabs and characters that reverse the writing
 * direction.
 *
 * @throws McpError -32602 if the URL is not `http:` or `https:`.
 */
export function parseWebUrl(text: unknown): URL {
  const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new McpError(BAD_PARAMS, "Invalid params: url must be http or https");
}

/**
 * Returns the web pages in a "URL elicitation required" error. Returns an empty
 * array for any other error.
 */
export function getUrlElicitations(error: unknown): readonly UrlElicitation[] {
  if (!(error instanceof McpError) || error.code !== URL_REQUIRED) return [];
  const list = isObject(error.data) ? error.data.elicitations : undefined;
  return Array.isArray(list) ? list.filter(isUrlElicitation) : [];
}

function isUrlElicitation(value: unknown): value is UrlElicitation {
  return (
    isObject(value) &&
    value.mode === "url" &&
    ["message", "url", "elicitationId"].every(
      (name) => typeof value[name] === "string",
    )
  );
}
