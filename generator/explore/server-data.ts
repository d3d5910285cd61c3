/** What a server offers, asked of it or read from a manifest. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { datedRevisions } from "../source/revisions.js";
import type { ServerAddress } from "../new/manifest/address.js";
import type { Manifest } from "../new/manifest/manifest.js";
import { manifestOf } from "../new/manifest/source.js";
import type { Diagnostic } from "../support/errors.js";
import type { ServerData } from "./page-data.js";

/** Of each kind, at most: they are shown, and become no files. */
const MOST = 20_000;

/** A server of the page, and what of it could not be used. */
export interface AskedServer {
  readonly data: ServerData;
  /** The revision that it speaks, when it was asked. */
  readonly revision: string | undefined;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads what a server offers.
 *
 * @param address a command line, a URL, or the path of a manifest
 * @param earlier the same of what it offered before
 * @throws UserError when one of them can not be reached or read.
 */
export async function serverData(
  address: ServerAddress,
  earlier: string | undefined,
): Promise<AskedServer> {
  const now = await read(address);
  const before =
    earlier === undefined ? null : await read({ ...address, from: earlier });
  const warnings = [
    ...now.manifest.warnings,
    ...(before?.manifest.warnings ?? []),
  ];
  const { listing, revision } = now.manifest;
  if (!before)
    return {
      data: { name: now.name, listing, before: null },
      revision,
      warnings,
    };
  const { listingChanges } = await import("./listing-changes.js");
  const changes = await listingChanges(before.manifest.listing, listing);
  // Two manifests of one server would have one name.
  const name = isManifest(earlier ?? "")
    ? basename(earlier ?? "")
    : before.name;
  return {
    data: { name: now.name, listing, before: { name, changes } },
    revision,
    warnings,
  };
}

async function read(
  address: ServerAddress,
): Promise<{ readonly name: string; readonly manifest: Manifest }> {
  const { from } = address;
  const file = isManifest(from) ? from : undefined;
  const asked = file === undefined ? address : undefined;
  const manifest = await manifestOf(file, asked, datedRevisions(), MOST);
  if (!manifest) throw new Error("Nothing was asked for");
  const name =
    manifest.server?.name ?? (file === undefined ? from : basename(file));
  return { name, manifest };
}

/** Whether it is the path of a manifest, and no command or URL. */
function isManifest(from: string): boolean {
  const isNamedSo = /\.(?:json|ya?ml)$/i.test(from) && !/^https?:/i.test(from);
  // A command has spaces in it, as a path may have that is there.
  return isNamedSo && (!/\s/.test(from) || existsSync(from));
}
