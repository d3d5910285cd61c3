import { asError, ConnectionError, McpError } from "./json-rpc/errors.js";
import { after, idly } from "./timer.js";
import type { Connection } from "./connection.js";

/** How a peer is asked whether it is still there. Times in milliseconds. */
export interface HealthOptions {
  /** Time between an answer and the next ping; Infinity: none. */
  readonly interval: number;
  /** How long to wait for an answer. Default: 10 seconds. */
  readonly timeout?: number | undefined;
  /** Pings without an answer after which the connection is closed. Default: 3. */
  readonly failures?: number | undefined;
}

/** Watches a connection until it ends. */
export type HealthCheck = (connection: Connection) => void;

/**
 * A health check that pings the peer from time to time. Each ping without an
 * answer is reported; too many in a row close the connection.
 */
export function pings(options: HealthOptions): HealthCheck {
  return (connection) => watch(connection, options);
}

function watch(
  connection: Connection,
  { interval, timeout = 10_000, failures = 3 }: HealthOptions,
): void {
  let failed = 0;
  let timer: ReturnType<typeof after>;
  let ended = false;
  const answered = (): void => {
    failed = 0;
    again();
  };
  const ping = (): void => {
    connection
      .request("ping", undefined, { timeout })
      .then(answered, (error: unknown) => {
        if (error instanceof McpError) return answered();
        if (connection.ending) return;
        failed += 1;
        const text = `Ping ${failed} of ${failures} failed: ${asError(error).message}`;
        connection.report(new ConnectionError("timeout", text, error));
        if (failed < failures) again();
        else void connection.close();
      });
  };
  const again = (): void => {
    if (ended) return;
    timer = idly(after(interval, ping));
  };
  again();
  void connection.done.then(() => {
    ended = true;
    clearTimeout(timer);
  });
}
