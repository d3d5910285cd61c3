/**
 * Snapshot of a server: its identity and its lists. The canonical form of a
 * snapshot does not depend on the order in which the server sends entries and
 * keys.
 */
import { hash } from "node:crypto";
import { isObject } from "../../runtime/validation/guards.js";
import { toListing, type Json, type Listing } from "../new/manifest/listing.js";
import type { Manifest } from "../new/manifest/manifest.js";
import type { StoredAddress } from "./address.js";

/** Version of the snapshot format. */
export const SNAPSHOT_FORMAT = 1;

/** Lists of a snapshot, and the member that identifies an entry of each list. */
export const SNAPSHOT_LISTS = {
  tools: "name",
  prompts: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
} as const;

type ListName = keyof typeof SNAPSHOT_LISTS;
export const LIST_NAMES = Object.keys(SNAPSHOT_LISTS) as ListName[];

/** Definition of a tool, prompt, resource or resource template. */
export interface SnapshotEntry {
  /** SHA-256 hash of the definition as canonical JSON, in hexadecimal. */
  readonly sha256: string;
  readonly definition: Json;
}

/** Snapshot, as the generated file contains it. */
export interface Snapshot extends Readonly<
  Record<ListName, readonly SnapshotEntry[]>
> {
  readonly format: number;
  /** Address of the server, without values that can be secrets. */
  readonly address: StoredAddress;
  /**
   * Data that the server reports about itself. Absent if a manifest file was
   * read.
   */
  readonly server?: {
    readonly name: string;
    readonly version: string;
    readonly instructions?: string;
  };
  /** Protocol revision of the connection. Absent if a manifest file was read. */
  readonly revision?: string | undefined;
}

/** Creates the snapshot of a listing. */
export function createSnapshot(
  { listing, peer }: Pick<Manifest, "listing" | "peer">,
  address: StoredAddress,
): Snapshot {
  const { name = "", version = "" } = peer?.info ?? {};
  const { instructions } = peer ?? {};
  return {
    format: SNAPSHOT_FORMAT,
    address,
    ...(peer && {
      server: { name, version, ...(instructions && { instructions }) },
      revision: peer.version,
    }),
    tools: toEntries(listing.tools, "name"),
    prompts: toEntries(listing.prompts, "name"),
    resources: toEntries(listing.resources, "uri"),
    resourceTemplates: toEntries(listing.resourceTemplates, "uriTemplate"),
  };
}

/** Returns the lists of a snapshot in the form in which a server sends them. */
export function getListing(snapshot: Snapshot): Listing {
  return toListing(
    Object.fromEntries(
      LIST_NAMES.map((list) => [
        list,
        snapshot[list].map(({ definition }) => definition),
      ]),
    ),
  );
}

function toEntries(entries: readonly Json[], key: string): SnapshotEntry[] {
  return entries
    .map((entry) => toCanonical(entry) as Json)
    .map((definition) => ({ sha256: hashOf(definition), definition }))
    .sort((a, b) =>
      String(a.definition[key]) < String(b.definition[key]) ? -1 : 1,
    );
}

/** Returns the hash of a definition whose keys are in canonical order. */
export function hashOf(definition: Json): string {
  return hash("sha256", JSON.stringify(definition), "hex");
}

/** Returns a JSON value with the keys of all objects sorted. */
export function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, toCanonical((value as Json)[key])]),
  );
}
