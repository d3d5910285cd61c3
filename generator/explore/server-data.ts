/** Reads the listing of a server, from the server itself or from a manifest. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { newError } from "../new/diagnostics.js";
import { datedRevisions } from "../source/revisions.js";
import { isUrl, type ServerAddress } from "../new/manifest/address.js";
import { readManifest, type Manifest } from "../new/manifest/manifest.js";
import type { Diagnostic } from "../support/errors.js";
import { inFolder } from "../support/file-system.js";
import type { ServerData } from "./page-data.js";

/**
 * Maximum number of entries to read for each kind: tools, prompts and
 * resources.
 */
const MOST = 20_000;

/**
 * Server that the page shows, with warnings about entries that cannot be used.
 */
export interface AskedServer {
  readonly data: ServerData;
  /** Protocol revision of the connection, if a running server was queried. */
  readonly revision: string | undefined;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the listing of a server.
 *
 * @param address Command line, URL, or path of a manifest.
 * @param earlier Address or manifest with an earlier listing.
 * @throws UserError if the server cannot be reached, or the manifest cannot be
 *   read.
 */
export async function serverData(
  address: ServerAddress,
  earlier: string | undefined,
): Promise<AskedServer> {
  const now = await readListing(address);
  const before =
    earlier === undefined
      ? null
      : await readListing(toEarlierAddress(address, earlier));
  const warnings = [
    ...now.manifest.warnings,
    ...(before?.manifest.warnings ?? []),
  ];
  const { listing, peer = null } = now.manifest;
  const data = { name: now.name, peer, listing, before: null };
  const revision = peer?.version;
  if (!before) return { data, revision, warnings };
  const { listingChanges } = await import("./listing-changes.js");
  const changes = await listingChanges(before.manifest.listing, listing);
  // If the earlier listing comes from a manifest, show the name of the manifest
  // file instead of the name of the server.
  const name = isManifest(earlier ?? "")
    ? basename(earlier ?? "")
    : before.name;
  return {
    data: { ...data, before: { name, changes } },
    revision,
    warnings,
  };
}

/** Returns the address of an earlier listing, with the options that it can use. */
function toEarlierAddress(
  { headers, env, inheritEnv, server: _server, ...common }: ServerAddress,
  from: string,
): ServerAddress {
  if (isUrl(from)) return { ...common, from, headers };
  return isManifest(from)
    ? { ...common, from }
    : { ...common, from, env, inheritEnv };
}

/**
 * Reads the listing of a server, or a manifest file.
 *
 * @throws UserError if the server cannot be reached, or the manifest cannot be
 *   read.
 */
export async function readListing(
  address: ServerAddress,
): Promise<{ readonly name: string; readonly manifest: Manifest }> {
  const { from, fill, folder, server } = address;
  const file = fill?.(from) ?? from;
  const path = inFolder(folder, file);
  if (!server && isManifest(file, path)) {
    const unused = Object.keys({ ...address.headers, ...address.env });
    if (unused.length > 0)
      throw newError("MCP627", `${file} does not use ${unused.join(", ")}.`);
    const manifest = readManifest(path, MOST);
    return { name: manifest.peer?.info?.name ?? basename(path), manifest };
  }
  const { listServer } = await import("../new/manifest/from-server.js");
  const manifest = await listServer(address, datedRevisions(), MOST);
  return { name: manifest.peer?.info?.name ?? from, manifest };
}

/**
 * Returns whether the text is the path of a manifest instead of a command or
 * URL.
 *
 * @param path The text as a path that is relative to the working folder.
 */
function isManifest(from: string, path = from): boolean {
  const isNamedSo = /\.(?:json|ya?ml)$/i.test(from) && !/^https?:/i.test(from);
  // A text with spaces is treated as a command, unless a file of that name
  // exists.
  return isNamedSo && (!/\s/.test(from) || existsSync(path));
}
