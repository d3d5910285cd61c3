import type { Reject } from "../body/rejection.js";
import type { Content } from "../body/content.js";
import type { HttpCaller } from "../security/auth.js";
import type { HttpReply, HttpRequest } from "../types.js";

/**
 * HTTP request of an identified client, with functions that answer the request.
 */
export interface HttpExchange {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly caller: HttpCaller;
  /** Answers the request with an HTTP error. */
  readonly reject: Reject;
}

/** POST request whose body has been read and checked. */
export interface PostExchange extends HttpExchange {
  readonly message: unknown;
  readonly content: Content;
  /** Scopes that the message in the body needs. */
  readonly scopes: readonly string[];
}
