/** A record of everything that crosses between a host and its servers. */
import { processOf } from "../../transport/streams.js";

/** One crossing. */
export interface AuditEntry {
  /** When it ended, as ISO 8601. */
  readonly time: string;
  readonly server: string;
  /** Who asked. */
  readonly from: "host" | "server";
  /**
   * Wire method, or the state that the server came to: `ready`, `restarting`,
   * `failed`, `closed`.
   */
  readonly what: string;
  /** The tool, prompt or resource, where it is about one. */
  readonly name?: string | undefined;
  readonly decision: Decision;
  /** Why it was not done, without secrets. */
  readonly reason?: string | undefined;
  readonly milliseconds: number;
  /**
   * Characters of JSON, both ways. Infinity, which a file has as `null`, where a
   * value cannot be written as JSON.
   */
  readonly size: number;
}

export type Decision =
  /** Done; nobody was asked. */
  | "allowed"
  /** Done; a hook said so, now or before. */
  | "approved"
  /** Not done; a hook said so, now or before. */
  | "refused"
  /** Not done; there was too much of it. */
  | "limited"
  /** It went wrong. */
  | "failed";

/** Keeps an entry; the host does not wait for it. */
export type Audit = (entry: AuditEntry) => unknown;

export interface AuditFileOptions {
  /** Size from which a new file is begun, in bytes. Default: 10 Mi. */
  readonly maxBytes?: number | undefined;
  /** Older files that are kept, as `path.1`, `path.2`. Default: 5. */
  readonly keep?: number | undefined;
  /** Changes an entry before it is written; undefined leaves it out. */
  readonly redact?: ((entry: AuditEntry) => AuditEntry | undefined) | undefined;
}

interface AuditFiles {
  appendFileSync(path: string, text: string, options: object): void;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: object): void;
  statSync(path: string, options: object): { size: number } | undefined;
}

/**
 * Writes entries as JSON lines, to a file that only its owner may read, and
 * begins a new one when it is large. Needs Node 20.16, Deno 2.1 or Bun 1.2.
 */
export function auditFile(path: string, options: AuditFileOptions = {}): Audit {
  const { maxBytes = 10 * 1024 * 1024, keep = 5, redact } = options;
  const files = processOf("auditFile()").getBuiltinModule?.("node:fs") as
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
