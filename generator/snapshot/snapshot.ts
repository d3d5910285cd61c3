/**
 * Snapshot of a server: its identity and its lists. The text of a snapshot does
 * not depend on the order in which the server sends entries and keys.
 */
import { hash } from "node:crypto";
import { sortedJson } from "../../runtime/json-rpc/messages/messages.js";
import type { Peer, PeerInfo } from "../../runtime/protocol/connection/peer.js";
import { isArray, isObject } from "../../runtime/validation/guards.js";
import {
  checkListing,
  entryName,
  LIST_NAMES,
  LISTS,
  type ListName,
} from "../new/manifest/check-listing.js";
import { toListing, type Json, type Listing } from "../new/manifest/listing.js";
import type { Manifest } from "../new/manifest/manifest.js";
import { readUserText } from "../source/user-text.js";
import { placeAt, type Place, type RefuseText } from "../support/errors.js";
import { escapeUnsafe, parseJson } from "../support/json.js";
import { isStoredAddress, type SnapshotAddress } from "./address.js";
import { snapshotError } from "./diagnostics.js";

/** Version of the snapshot format. */
const FORMAT = 1;

/** Lines that mark the start and the end of the JSON snapshot in a file. */
const BEGIN = "\n/* snapshot begin */\n";
const END = ";\n/* snapshot end */";

/** Definition of a tool, prompt, resource, resource template or skill. */
interface SnapshotEntry {
  /** SHA-256 hash of the definition as sorted JSON, in hexadecimal. */
  readonly sha256: string;
  readonly definition: Json;
}

/** Snapshot, as the generated file contains it. */
export interface Snapshot extends Readonly<
  Record<ListName, readonly SnapshotEntry[]>
> {
  readonly format: number;
  /** Address of the server, without values that can be secrets. */
  readonly address: SnapshotAddress;
  /** Data that the server reports about itself. Absent for a manifest file. */
  readonly server?: PeerInfo & Pick<Peer, "instructions">;
  /** Protocol revision of the connection. Absent for a manifest file. */
  readonly revision?: string | undefined;
}

/** Creates the snapshot of a listing. */
export function createSnapshot(
  { listing, peer }: Pick<Manifest, "listing" | "peer">,
  address: SnapshotAddress,
): Snapshot {
  const { name = "", version = "" } = peer?.info ?? {};
  const lists = mapLists((list) => {
    const [, key] = LISTS[list];
    return listing[list]
      .map((entry) => JSON.parse(sortedJson(entry)) as Json)
      .sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
      .map((definition) => ({ sha256: hashOf(definition), definition }));
  });
  return {
    format: FORMAT,
    address,
    ...(peer && {
      server: { name, version, instructions: peer.instructions || undefined },
      revision: peer.version,
    }),
    ...lists,
  };
}

/** Returns the hash of a definition. The order of its keys has no effect. */
function hashOf(definition: Json): string {
  return hash("sha256", sortedJson(definition), "hex");
}

/** Returns the lists of a snapshot in the form in which a server sends them. */
export function getListing(snapshot: Snapshot): Listing {
  return toListing(
    mapLists((list) => snapshot[list].map(({ definition }) => definition)),
  );
}

/** Returns an object with the value of `map` for each list. */
function mapLists<Value>(
  map: (list: ListName) => Value,
): Record<ListName, Value> {
  return Object.fromEntries(
    LIST_NAMES.map((list) => [list, map(list)]),
  ) as Record<ListName, Value>;
}

/**
 * Returns the snapshot as JSON, with one comment before the JSON and one after
 * it. The comments mark the JSON for `readSnapshotFile`.
 */
export function snapshotText(snapshot: Snapshot): string {
  return `${BEGIN}${escapeUnsafe(JSON.stringify(snapshot, null, 2))}${END}`;
}

/**
 * Returns the snapshot in a TypeScript file, and a function that returns the
 * position of an entry, such as `tool get_weather`. For an unknown entry, the
 * function returns the position of the snapshot's first line. The file is not
 * run.
 *
 * @param allowEdits Whether to accept entries that do not match their hashes.
 * @throws UserError if the file has no snapshot, or a snapshot that this version
 *   cannot use.
 */
export function readSnapshotFile(file: string, allowEdits = false) {
  const text = readUserText(file, (_what, cause) =>
    snapshotError("MCP660", `Cannot read ${file}.`, { cause }),
  );
  const [begin, end] = [text.indexOf(BEGIN), text.lastIndexOf(END)];
  if (begin < 0 || end < begin)
    throw snapshotError("MCP660", `${file} has no snapshot.`);
  // Replace the text before the snapshot by blank lines, so that positions of
  // errors refer to the whole file.
  const start = begin + BEGIN.length;
  const blank = text.slice(0, start).replace(/[^\n]/g, " ");
  const refuse: RefuseText = (why, place) => {
    const message = `The snapshot in ${file} is not valid: ${why}`;
    return snapshotError("MCP660", message, { place });
  };
  const value = parseJson(blank + text.slice(start, end), file, refuse);
  const fault = findFault(value);
  if (fault !== undefined) throw refuse(fault, placeAt(start, file, text));
  const snapshot = value as Snapshot;
  const entries = new Map(
    LIST_NAMES.flatMap((list) =>
      snapshot[list].map((entry) => [entryName(list, entry.definition), entry]),
    ),
  );
  const findPlace = (name: string): Place =>
    placeAt(text.indexOf(entries.get(name)?.sha256 ?? '"format":'), file, text);
  for (const [name, { sha256, definition }] of allowEdits ? [] : entries)
    if (hashOf(definition) !== sha256) {
      const message = `In ${file}, the ${name} was edited.`;
      throw snapshotError("MCP661", message, { place: findPlace(name) });
    }
  return { snapshot, findPlace };
}

/** Returns why a value is not a snapshot, or undefined if the value is one. */
function findFault(value: unknown): string | undefined {
  const { format, address, ...lists } = Object(value) as Json;
  if (format !== FORMAT)
    return `"format" is ${String(format)}; this version of mcp-codegen supports the format ${FORMAT}.`;
  if (!isStoredAddress(address))
    return '"address" is not the address of a server.';
  const isEntry = (value: unknown) =>
    isObject(value) && typeof value["sha256"] === "string";
  for (const list of LIST_NAMES)
    if (!isArray(lists[list]) || !lists[list].every(isEntry))
      return `"${list}" is not a list of entries.`;
  const [finding] = checkListing(getListing(value as Snapshot), Infinity);
  return finding?.message;
}
