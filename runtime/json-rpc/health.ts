import { asError, ConnectionError, McpError } from "./messages/errors.js";
import { after, unref } from "../limits/timer.js";
import type { Params } from "./messages/messages.js";
import type { RequestOptions } from "./requests.js";

/** How a peer is asked whether it is still there. Times in milliseconds. */
export interface HealthOptions {
  /** Time between an answer and the next ping; Infinity: none. */
  readonly interval: number;
  /** How long to wait for an answer. Default: 10 seconds. */
  readonly timeout?: number | undefined;
  /** Pings without an answer after which the connection is closed. Default: 3. */
  readonly failures?: number | undefined;
}

/** What a health check uses of a connection. */
export interface WatchedConnection {
  /** Resolves when the connection has ended, in whatever way. */
  readonly done: Promise<void>;
  /** Whether either side has ended it, so that no more requests are sent. */
  readonly ending: boolean;
  request(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): Promise<object>;
  report(problem: Error): void;
  close(): Promise<void>;
}

/** Watches a connection until it ends. */
export type HealthCheck = (connection: WatchedConnection) => void;

/**
 * A health check that pings the peer from time to time. Each ping without an
 * answer is reported; too many in a row close the connection.
 */
export function pings(options: HealthOptions): HealthCheck {
  return (connection) => watch(connection, options);
}

function watch(
  connection: WatchedConnection,
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
    timer = unref(after(interval, ping));
  };
  again();
  void connection.done.then(() => {
    ended = true;
    clearTimeout(timer);
  });
}
