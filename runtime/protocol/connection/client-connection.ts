import { Connection } from "./connection.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
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
    this.report(new ConnectionError("invalid", text));
  }

  override unreadable(problem: Error, text?: string): void {
    if (text === undefined) return super.unreadable(problem);
    const message = `${problem.message}: ${quote(text)}`;
    this.report(new ConnectionError("invalid", message));
  }
}

/** Returns the start of a value's JSON text as one line. */
function quoteValue(value: unknown): string {
  try {
    return quote(JSON.stringify(value));
  } catch {
    return "a value that is nested too deeply"; // JSON.stringify is recursive, JSON.parse is not
  }
}

/**
 * Returns the start of a string as one line, with invisible characters escaped.
 */
function quote(text: string): string {
  const start = JSON.stringify(text.slice(0, MAX_QUOTED));
  const shown = start.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return text.length > MAX_QUOTED ? `${shown}…` : shown;
}
