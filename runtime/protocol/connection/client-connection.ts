import { Connection } from "./connection.js";
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";

/** Characters of such a line that are quoted. */
const MAX_QUOTED = 80;

/**
 * A client's connection. What a server writes that is not JSON, such as a log
 * on its standard output, is reported with its beginning. No error response is
 * sent: the server could do nothing with it.
 */
export class ClientConnection extends Connection {
  /** The time for an answer does not run while the user is asked to sign in. */
  waiting(id: RequestId): void {
    this.requests.touch?.(id);
  }

  override unreadable(problem: Error, text?: string): void {
    if (text === undefined) return super.unreadable(problem);
    const said = `${problem.message}: ${quote(text)}`;
    this.report(new ConnectionError("invalid", said));
  }
}

/** The beginning of a string: on one line, invisible characters escaped. */
function quote(text: string): string {
  const start = JSON.stringify(text.slice(0, MAX_QUOTED));
  const shown = start.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return text.length > MAX_QUOTED ? `${shown}…` : shown;
}
