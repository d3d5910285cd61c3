import { hash } from "node:crypto";
import { UserError, type Diagnostic } from "../../support/errors.js";
import { appearance } from "../appearance.js";
import { keep, pulledPath, pulledState } from "./cache.js";
import { isAllowed, shownUrl } from "./download/address.js";
import { download, type DownloadOptions } from "./download/download.js";
import { pullError } from "./pull-errors.js";
import type { RevisionTable } from "../revisions.js";

const MOVED =
  "The repository of the specification may have moved. Update mcp-codegen, or pass --mirror URL.";

/** Options of `schema pull`: mirror, cache folder and limits. */
export interface PullOptions extends DownloadOptions {
  readonly table: RevisionTable;
  readonly cache: string;
  /**
   * Base URL of a mirror, used instead of upstream's URL. `<commit>/<path>` is
   * appended.
   */
  readonly mirror?: string | undefined;
}

/** Upstream's schema file of one revision in the cache folder. */
export interface PulledSchema {
  readonly revision: string;
  /**
   * Result of the pull: `present` if the file was already cached, so that
   * nothing was downloaded.
   */
  readonly status: "pulled" | "present";
  readonly file: string;
  readonly url: string;
  readonly commit: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Pulls the schemas of several revisions in parallel. Files that arrive are
 * cached even if the download of others fails.
 *
 * @throws UserError for an invalid mirror.
 * @throws The signal's reason if it was aborted.
 */
export async function pullSchemas(
  revisions: readonly string[],
  options: PullOptions,
): Promise<{
  readonly schemas: readonly PulledSchema[];
  readonly problems: readonly Diagnostic[];
}> {
  baseUrl(options);
  const results = await Promise.allSettled(
    revisions.map((revision) => pullSchema(revision, options)),
  );
  const schemas: PulledSchema[] = [];
  const problems: Diagnostic[] = [];
  for (const result of results)
    if (result.status === "fulfilled") schemas.push(result.value);
    else if (result.reason instanceof UserError)
      problems.push(...result.reason.diagnostics);
    else throw result.reason;
  return { schemas, problems };
}

/**
 * Downloads upstream's file at the pinned commit into the cache folder. Keeps
 * the file only if its SHA-256 hash equals the pinned hash.
 *
 * @throws UserError with the reason of the failure.
 * @throws The signal's reason if it was aborted.
 */
export async function pullSchema(
  revision: string,
  options: PullOptions,
): Promise<PulledSchema> {
  const { table, cache } = options;
  const pin = table.revisions[revision];
  if (!pin)
    throw new Error(
      `schema/revisions.json does not contain the revision ${revision}.`,
    );
  const url = baseUrl(options);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${pin.commit}/${pin.path}`;
  const file = pulledPath(revision, pin, cache);
  const { commit, bytes } = pin;
  const answer: PulledSchema = {
    revision,
    status: "pulled",
    file,
    url: shownUrl(url),
    commit,
    bytes,
    sha256: pin.sha256,
  };
  if (pulledState(revision, pin, cache) === "pulled")
    return { ...answer, status: "present" };

  const body = await download(url, bytes, options);
  if (!Buffer.isBuffer(body))
    throw pullError(
      body.code,
      `The schema.ts of ${revision} was not downloaded: ${body.message}`,
      body.code === "MCP035" && options.mirror === undefined
        ? { cause: body.why, fix: MOVED }
        : { cause: body.why },
    );
  const got = hash("sha256", body, "hex");
  const kind = appearance(body);
  if (got !== pin.sha256)
    throw pullError(
      "MCP034",
      `The file at ${answer.url} is not the original schema.ts of ${revision}.`,
      {
        cause:
          `Expected sha256 ${pin.sha256} (${bytes} bytes), got ${got} (${body.length} bytes).` +
          (kind ? ` The response seems to be ${kind}.` : ""),
      },
    );
  keep(file, body);
  return answer;
}

/**
 * Returns the URL from which files are downloaded: the mirror, or the host from
 * which GitHub serves the raw files of a repository.
 */
function baseUrl({ table, mirror }: PullOptions): URL {
  if (mirror === undefined)
    return new URL(
      table.repository.replace(
        /^https:\/\/github\.com\//,
        "https://raw.githubusercontent.com/",
      ),
    );
  const url = URL.canParse(mirror) ? new URL(mirror) : null;
  if (url && isAllowed(url, url)) return url;
  throw pullError(
    "MCP030",
    `--mirror ${url ? shownUrl(url) : JSON.stringify(mirror)} is not allowed.`,
    url ? {} : { cause: "The value of --mirror is not a URL." },
  );
}
