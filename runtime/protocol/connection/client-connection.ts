import { Connection } from "./connection.js";
import {
  addSentence,
  ConnectionError,
} from "../../json-rpc/messages/errors.js";
import { UNKNOWN_PEER } from "./peer.js";
import { isRequest } from "../../json-rpc/messages/messages.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** Maximum number of characters quoted from input that is not a message. */
const MAX_QUOTED = 80;

/**
 * Connection of a client. A server may write text that is not a JSON-RPC
 * message, such as a log line on standard output. The client then reports the
 * start of the text. The client sends an error response only for an invalid
 * request, because a server could not handle any other error response.
 */
export class ClientConnection extends Connection {
  /** Error message about the first text that is not a JSON-RPC message. */
  #unusable = "";

  /**
   * Ends the connection. Before the handshake, the error of pending requests
   * also contains the text `#unusable`, because the program may not be an MCP
   * server.
   */
  override closed(
    problem?: Error,
    text: string | undefined = problem?.message,
  ): void {
    if (text && this.peer === UNKNOWN_PEER)
      text = addSentence(text, this.#unusable);
    super.closed(problem, text);
  }

  /** Restarts the timeout of a request while the user is asked to sign in. */
  waiting(id: RequestId): void {
    this.requests.find(id)?.deadline.touch();
  }

  override refuse(
    reason: string,
    messages: readonly unknown[] = [],
    code?: number,
  ): void {
    const requests = messages.filter(isRequest);
    if (requests.length > 0) return super.refuse(reason, requests, code);
    const [first] = messages;
    const text =
      first === undefined ? reason : `${reason}: ${quoteValue(first)}`;
    this.#reportUnusable(text);
  }

  override unreadable(problem: Error, text?: string): void {
    if (text === undefined) return super.unreadable(problem);
    this.#reportUnusable(`${problem.message}: ${quote(text)}`);
  }

  #reportUnusable(text: string): void {
    this.#unusable ||= text;
    this.report(new ConnectionError("invalid", text));
  }
}

/** Returns the start of a value's JSON text as one line. */
function quoteValue(value: unknown): string {
  try {
    return quote(JSON.stringify(value));
  } catch {
    return "a deeply nested value"; // JSON.stringify is recursive, JSON.parse is not
  }
}

/** Returns the start of a string as one line in quotes. */
function quote(text: string): string {
  const start = JSON.stringify(text.slice(0, MAX_QUOTED));
  return text.length > MAX_QUOTED ? `${start}…` : start;
}
