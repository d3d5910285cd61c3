/** Recorder that creates the entries of the audit log. */
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { jsonSize } from "../../limits/json-size.js";
import type { HostCallbacks } from "./hooks.js";
import type { Audit, AuditEntry, Decision } from "./audit.js";

/**
 * Function that completes an audit entry. The entry contains the size of the
 * exchanged values, but not the values.
 */
export type CompleteEntry = (
  decision: Decision,
  exchanged: readonly unknown[],
  error?: Error,
) => void;

export class Recorder {
  readonly #audit: Audit | undefined;
  readonly #hooks: HostCallbacks;

  constructor(audit: Audit | undefined, hooks: HostCallbacks) {
    this.#audit = audit;
    this.#hooks = hooks;
  }

  /**
   * Begins an audit entry. The returned function completes the entry and never
   * throws. Without an audit log, the function does nothing.
   */
  begin(
    server: string,
    from: AuditEntry["from"],
    what: string,
    name?: string,
  ): CompleteEntry {
    const audit = this.#audit;
    if (!audit) return () => {};
    const start = performance.now();
    return (decision, exchanged, error) => {
      const entry: AuditEntry = {
        time: new Date().toISOString(),
        server,
        from,
        what,
        ...(name !== undefined && { name }),
        decision,
        ...(error && { reason: getAuditReason(error) }),
        milliseconds: Math.round(performance.now() - start),
        size: exchanged.reduce<number>(
          (sum, value) => sum + jsonSize(value),
          0,
        ),
      };
      this.#hooks.notify(server, () => audit(entry));
    };
  }
}

/**
 * Returns a short reason for an error, for the audit log. The reason contains
 * no text that the server wrote.
 */
function getAuditReason(error: Error): string {
  return error instanceof McpError
    ? `error ${error.code}`
    : error instanceof ConnectionError
      ? error.fault
      : error.name;
}
