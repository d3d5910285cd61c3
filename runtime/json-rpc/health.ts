import { asError, ConnectionError, McpError } from "./messages/errors.js";
import { after, unref } from "../limits/timer.js";
import type { Params } from "./messages/messages.js";
import type { RequestOptions } from "./requests.js";

/** Options for the health checks of a connection. Times are in milliseconds. */
export interface HealthOptions {
  /**
   * Time between the answer to a ping and the next ping. `Infinity` disables
   * pings.
   */
  readonly interval: number;
  /**
   * Maximum time to wait for the answer to a ping, in milliseconds.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
  /**
   * Number of consecutive unanswered pings after which the connection is
   * closed.
   *
   * @default 3
   */
  readonly failures?: number | undefined;
}

/** Members of a connection that a health check uses. */
export interface WatchedConnection {
  /** Promise that resolves when the connection has ended for any reason. */
  readonly done: Promise<void>;
  /**
   * Whether this side or the peer has ended the connection. No requests are
   * sent after the end.
   */
  readonly ending: boolean;
  request(
    method: string,
    params?: Params,
    options?: RequestOptions,
  ): Promise<object>;
  report(problem: Error): void;
  close(): Promise<void>;
}

/**
 * Function that checks the health of a connection until the connection ends.
 */
export type HealthCheck = (connection: WatchedConnection) => void;

/**
 * Returns a health check that pings the peer at regular intervals. A ping that
 * is not answered in time is reported to `onError`. After too
 * many consecutive unanswered pings, the connection is closed.
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
    schedule();
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
        if (failed < failures) schedule();
        else void connection.close();
      });
  };
  const schedule = (): void => {
    if (ended) return;
    timer = unref(after(interval, ping));
  };
  schedule();
  void connection.done.then(() => {
    ended = true;
    clearTimeout(timer);
  });
}
