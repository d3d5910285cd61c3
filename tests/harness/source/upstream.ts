/**
 * Schemas of a fictional upstream repository, the revision table with their
 * hashes, and mirror servers that serve the schemas.
 */
import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Test } from "uvu";
import { LIMITS } from "../../../generator/source/pull/download/download.js";
import type { PullOptions } from "../../../generator/source/pull/pull.js";
import type { RevisionTable } from "../../../generator/source/revisions.js";
import type { Certificate } from "../peers/certificate.js";
import { temporaryFolder } from "../program/folders.js";
import { closing } from "../run/closing.js";
import { serve } from "../peers/servers.js";

/** Schema files of the fictional upstream repository, by revision. */
export const FILES: Readonly<Record<string, string>> = {
  "2025-01-01":
    'export const LATEST_PROTOCOL_VERSION = "2025-01-01";\nexport type Cursor = string;\n',
  "2025-02-02":
    'export const LATEST_PROTOCOL_VERSION = "2025-02-02";\nexport type Cursor = number;\n',
};

/** Commit hash in every entry of {@link TABLE}. */
const COMMIT = "c0ffee00".repeat(5);

/** Revision table with the commits and hashes of {@link FILES}. */
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

/** Returns the URL path of a revision's schema on a mirror server. */
export function mirrorPath(revision: string): string {
  return `/${COMMIT}/schema/${revision}/schema.ts`;
}

export const REVISION = "2025-01-01";
export const TEXT = FILES[REVISION] as string;
export const PIN = TABLE.revisions[REVISION] as NonNullable<
  (typeof TABLE.revisions)[string]
>;
export const KEPT = `schema/${REVISION}-${PIN.sha256.slice(0, 12)}.ts`;

/**
 * Default download limits, but with a pause of 1 ms before the first retry, so
 * that tests are fast.
 */
export const QUICK = { ...LIMITS, pauseMs: 1 };

/**
 * Returns a function that starts a mirror server. The server is closed after
 * the running test.
 */
export function createMirrors(test: Test) {
  const atEnd = closing(test);
  return async (handler: RequestListener, certificate?: Certificate) => {
    const server = await serve(handler, certificate);
    atEnd(server.close);
    const cache = temporaryFolder();
    const mirror = server.url;
    const limits = QUICK;
    const options: PullOptions = {
      table: TABLE,
      cache,
      mirror,
      env: {},
      limits,
    };
    return { server, cache, options };
  };
}

export const serveSchema: RequestListener = (_request, response) =>
  response.end(TEXT);

/**
 * Returns a request listener that calls the given listeners in turn. The last
 * listener handles all further requests.
 */
export function answerInTurn(...answers: RequestListener[]): RequestListener {
  let n = 0;
  return (request, response) =>
    answers[Math.min(n++, answers.length - 1)]?.(request, response);
}

export const answer =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end("no");

export const redirectTo = (to: string): RequestListener =>
  answer(302, { location: to });
