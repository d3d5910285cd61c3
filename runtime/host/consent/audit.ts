/**
 * Audit log of all requests and notifications that a host and its servers
 * exchange.
 */
import { getProcess } from "../../transport/streams.js";

/**
 * Entry of the audit log, for one request, notification, state change or
 * sign-in.
 */
export interface AuditEntry {
  /** Time when the recorded event ended, in ISO 8601 format. */
  readonly time: string;
  readonly server: string;
  /**
   * Side that sent the request or notification. `page` is a page of a tool,
   * whose requests the host passes on to the server.
   */
  readonly from: "host" | "server" | "page";
  /**
   * Method of the request or notification. Other entries contain
   * `authorization` for a sign-in, or `tool changed` for a tool that differs
   * from the server's snapshot. For a state change, they contain the new state
   * of the server, such as `ready`, `restarting`, `failed` or `closed`.
   */
  readonly what: string;
  /**
   * Name of the tool or prompt, URI of the resource, or issuer of the sign-in.
   * Absent for all other entries.
   */
  readonly name?: string | undefined;
  readonly decision: Decision;
  /**
   * Reason why the recorded event failed or was refused. Contains no text from
   * the server.
   */
  readonly reason?: string | undefined;
  readonly milliseconds: number;
  /**
   * Size of the params and the result, in characters of JSON. `Infinity` if a
   * value cannot be serialized. An audit file then contains `null`.
   */
  readonly size: number;
}

export type Decision =
  /**
   * The request was carried out without asking the user, because no consent
   * hook is set for this kind of request.
   */
  | "allowed"
  /**
   * The request was carried out, because a consent hook approved it, or because
   * the approval of an earlier request was remembered.
   */
  | "approved"
  /**
   * The request was not carried out, because a consent hook refused it, or
   * because the refusal of an earlier request was remembered.
   */
  | "refused"
  /** The request was not carried out, because it exceeded a limit. */
  | "limited"
  /** The request ended with an error. */
  | "failed";

/**
 * Callback that stores an entry of the audit log. The host does not wait until
 * the entry is stored.
 */
export type Audit = (entry: AuditEntry) => unknown;

export interface AuditFileOptions {
  /**
   * Maximum size of the audit file, in bytes. The file is rotated before an
   * entry would exceed the maximum.
   * @default 10_485_760
   */
  readonly maxBytes?: number | undefined;
  /**
   * Number of rotated files that are kept. Their names are `path.1`, `path.2`
   * and so on.
   * @default 5
   */
  readonly keep?: number | undefined;
  /**
   * Callback that can change an entry before it is written. If the callback
   * returns `undefined`, the entry is omitted.
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
 * Creates an audit log that appends entries as JSON lines to a file. Only the
 * owner can read the file (mode 0600). The file is rotated when it becomes too
 * large. Requires Node 20.16, Deno 2.1 or Bun 1.2.
 *
 * @throws Error if the platform has no `node:fs`.
 * @example createHost(info, { servers, audit: auditFile("audit.jsonl") });
 */
export function auditFile(path: string, options: AuditFileOptions = {}): Audit {
  const { maxBytes = 10 * 1024 * 1024, keep = 5, redact } = options;
  const files = getProcess("auditFile()").getBuiltinModule?.("node:fs") as
    AuditFiles | undefined;
  if (!files) throw new Error("auditFile() needs Node 20.16 or later");
  let size = files.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const getName = (n: number): string => (n === 0 ? path : `${path}.${n}`);
  const rotate = (): void => {
    files.rmSync(getName(keep), { force: true });
    // Rename only files that exist: another program may have moved or deleted
    // some.
    for (let n = keep - 1; n >= 0; n--)
      if (files.statSync(getName(n), { throwIfNoEntry: false }))
        files.renameSync(getName(n), getName(n + 1));
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
