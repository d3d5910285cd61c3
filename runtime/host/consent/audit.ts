/**
 * Audit log of all requests and notifications between a host and its servers.
 */
import { getProcess } from "../../transport/streams.js";

/**
 * Entry of the audit log: one request, notification, state change or sign-in.
 */
export interface AuditEntry {
  /** Time when it ended, in ISO 8601 format. */
  readonly time: string;
  readonly server: string;
  /** Side that sent the request or notification. */
  readonly from: "host" | "server";
  /**
   * Method of the request or notification; `authorization` for a sign-in; or
   * the new state of the server, such as `ready`, `restarting`, `failed` or
   * `closed`.
   */
  readonly what: string;
  /**
   * Name of the tool or prompt, URI of the resource, or issuer of the sign-in,
   * if any.
   */
  readonly name?: string | undefined;
  readonly decision: Decision;
  /** Reason why it failed or was refused, without text from the server. */
  readonly reason?: string | undefined;
  readonly milliseconds: number;
  /**
   * Size of params and result, in characters of JSON. `Infinity` if a value
   * cannot be serialized; a file contains `null` then.
   */
  readonly size: number;
}

export type Decision =
  /**
   * The request was carried out without asking, because no hook is set for it.
   */
  | "allowed"
  /**
   * The request was carried out, because a consent hook approved it now or in a
   * remembered decision.
   */
  | "approved"
  /**
   * The request was not carried out, because a consent hook refused it now or
   * in a remembered decision.
   */
  | "refused"
  /** The request was not carried out, because it exceeded a limit. */
  | "limited"
  /** The request ended with an error. */
  | "failed";

/**
 * Callback that stores an entry of the audit log. The host does not wait for
 * its result.
 */
export type Audit = (entry: AuditEntry) => unknown;

export interface AuditFileOptions {
  /**
   * Maximum size of the file, in bytes. Before an entry exceeds it, the file is
   * rotated.
   * @default 10_485_760
   */
  readonly maxBytes?: number | undefined;
  /**
   * Number of rotated files to keep, named `path.1`, `path.2` and so on.
   * @default 5
   */
  readonly keep?: number | undefined;
  /**
   * Callback that changes an entry before it is written. Return `undefined` to
   * omit the entry.
   */
  readonly redact?: ((entry: AuditEntry) => AuditEntry | undefined) | undefined;
}

interface AuditFiles {
  appendFileSync(path: string, text: string, options: object): void;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: object): void;
  statSync(path: string, options: object): { size: number } | undefined;
}

/**
 * Creates an audit log that appends entries as JSON lines to a file. The file
 * is readable by its owner only (mode 0600) and is rotated when it becomes too
 * large. Requires Node 20.16, Deno 2.1 or Bun 1.2.
 *
 * @throws Error when the platform has no `node:fs`.
 * @example
 * createHost(info, { servers, audit: auditFile("audit.jsonl") });
 */
export function auditFile(path: string, options: AuditFileOptions = {}): Audit {
  const { maxBytes = 10 * 1024 * 1024, keep = 5, redact } = options;
  const files = getProcess("auditFile()").getBuiltinModule?.("node:fs") as
    AuditFiles | undefined;
  if (!files) throw new Error("auditFile() needs Node 20.16 or later");
  let size = files.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const rotate = (): void => {
    files.rmSync(`${path}.${keep}`, { force: true });
    for (let n = keep - 1; n >= 1; n--)
      if (files.statSync(`${path}.${n}`, { throwIfNoEntry: false }))
        files.renameSync(`${path}.${n}`, `${path}.${n + 1}`);
    if (keep > 0) files.renameSync(path, `${path}.1`);
    else files.rmSync(path, { force: true });
    size = 0;
  };
  return (entry) => {
    const shown = redact ? redact(entry) : entry;
    if (!shown) return;
    const line = `${JSON.stringify(shown)}\n`;
    const bytes = new TextEncoder().encode(line).length;
    if (size > 0 && size + bytes > maxBytes) rotate();
    files.appendFileSync(path, line, { mode: 0o600 });
    size += bytes;
  };
}
