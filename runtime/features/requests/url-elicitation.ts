/** Requests that need the user to visit a page first. */
import { BAD_PARAMS, McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";

/** The error that says so. */
const URL_REQUIRED = -32042;

/** A page that the user has to visit. */
export interface UrlElicitation {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

/**
 * The error to throw from a handler that can do nothing before the user has
 * visited pages; the client sends its request again afterwards.
 */
export function urlElicitationRequired(
  elicitations: readonly UrlElicitation[],
  message = "The user has to visit a page first",
): McpError {
  if (elicitations.length === 0)
    throw new TypeError("There is no page to visit");
  return new McpError(URL_REQUIRED, message, { elicitations });
}

/**
 * The address of a page as browsers read it: what is hidden in the text, such as
 * tabs, or turns the direction of writing, is gone or escaped.
 *
 * @throws McpError when it is none of the web.
 */
export function webAddress(text: unknown): URL {
  const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new McpError(BAD_PARAMS, "Invalid params: url must be http or https");
}

/** The pages that an error says have to be visited; none for other errors. */
export function urlElicitationsOf(error: unknown): readonly UrlElicitation[] {
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
