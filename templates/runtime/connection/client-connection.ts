import { Connection } from "./connection.js";
import { ConnectionError } from "./json-rpc/errors.js";

/** Characters of a text that are quoted. */
const SHOWN = 80;

/**
 * A client's connection. A server's stray text, such as a log on its standard
 * output, is quoted for the log of this side; an answer would be no use to it.
 */
export class ClientConnection extends Connection {
  override unreadable(problem: Error, text?: string): void {
    if (text === undefined) return super.unreadable(problem);
    const said = `${problem.message}: ${quote(text)}`;
    this.report(new ConnectionError("invalid", said));
  }
}

/** The beginning of a text: on one line, and nothing hidden in it. */
function quote(text: string): string {
  const start = JSON.stringify(text.slice(0, SHOWN));
  const shown = start.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return text.length > SHOWN ? `${shown}…` : shown;
}
