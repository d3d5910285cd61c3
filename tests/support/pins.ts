import { createHash } from "node:crypto";
import type { RevisionTable } from "../../generator/source/revisions.js";

/** Some upstream's files, made for tests. */
export const FILES: Readonly<Record<string, string>> = {
  "2025-01-01":
    'export const LATEST_PROTOCOL_VERSION = "2025-01-01";\nexport type Cursor = string;\n',
  "2025-02-02":
    'export const LATEST_PROTOCOL_VERSION = "2025-02-02";\nexport type Cursor = number;\n',
};

/** The commit that every pin of {@link TABLE} names. */
const COMMIT = "c0ffee00".repeat(5);

/** A table that pins {@link FILES}. */
export const TABLE: RevisionTable = {
  latest: "2025-02-02",
  repository: "https://github.com/example/schema",
  revisions: Object.fromEntries(
    Object.entries(FILES).map(([revision, text]) => [
      revision,
      {
        commit: COMMIT,
        path: `schema/${revision}/schema.ts`,
        sha256: createHash("sha256").update(text).digest("hex"),
        bytes: Buffer.byteLength(text),
        fingerprint: "",
        schemaJson: "",
      },
    ]),
  ),
};

/** Where a mirror serves the file of a revision. */
export function mirrorPath(revision: string): string {
  return `/${COMMIT}/schema/${revision}/schema.ts`;
}
