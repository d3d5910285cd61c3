import { Connection } from "./connection.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** Maximum number of characters quoted from a line that is not JSON. */
const MAX_QUOTED = 80;

/**
 * Connection of a client. If a server writes text that is not JSON, such as a
 * log line on standard output, the client reports the start of the text. The
 * client sends no error response, which a server could not handle.
 */
export class ClientConnection extends Connection {
  /** Restarts the timeout of a request while the user is asked to sign in. */
  waiting(id: RequestId): void {
    this.requests.find(id)?.deadline.touch();
  }

  override unreadable(problem: Error, text?: string): void {
    if (text === undefined) return super.unreadable(problem);
    const message = `${problem.message}: ${quote(text)}`;
    this.report(new ConnectionError("invalid", message));
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
