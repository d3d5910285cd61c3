/** Makes the entries of the record. */
import { ConnectionError, McpError } from "../connection/errors.js";
import { sizeOf } from "./size.js";
import type { Audit, AuditEntry, Decision } from "./audit.js";

/** Ends an entry: what was decided, and what crossed. */
export type Done = (
  decision: Decision,
  crossed: readonly unknown[],
  error?: Error,
) => void;

export class Recorder {
  readonly #audit: Audit | undefined;

  constructor(audit: Audit | undefined) {
    this.#audit = audit;
  }

  /** Begins an entry; nothing is measured where nobody reads it. */
  begin(
    server: string,
    from: AuditEntry["from"],
    what: string,
    name?: string,
  ): Done {
    const audit = this.#audit;
    if (!audit) return () => {};
    const start = performance.now();
    return (decision, crossed, error) =>
      audit({
        time: new Date().toISOString(),
        server,
        from,
        what,
        ...(name !== undefined && { name }),
        decision,
        ...(error && { reason: reasonOf(error) }),
        milliseconds: Math.round(performance.now() - start),
        size: crossed.reduce<number>((sum, one) => sum + sizeOf(one), 0),
      });
  }
}

/** What went wrong, without what a server wrote about it. */
function reasonOf(error: Error): string {
  return error instanceof McpError
    ? `error ${error.code}`
    : error instanceof ConnectionError
      ? error.fault
      : error.name;
}
