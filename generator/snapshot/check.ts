/** Checks servers against the snapshots in files. */
import { readListing } from "../explore/server-data.js";
import type { ServerAddress } from "../new/manifest/address.js";
import { UserError, type Diagnostic, type Place } from "../support/errors.js";
import { placeAt } from "../support/errors.js";
import { writeOneFile } from "../write/one-file.js";
import { fillAddress } from "./address.js";
import { compareSnapshots, type SnapshotChange } from "./compare.js";
import { readSnapshotFile, type SnapshotFile } from "./read-file.js";
import { createSnapshot, LIST_NAMES, SNAPSHOT_LISTS } from "./snapshot.js";
import { createTypedFile, TYPED_FILE_MARK } from "./typed-file.js";

/** Maximum number of servers that are contacted at the same time. */
const PARALLEL = 10;

/** Result of the check of one file. */
export interface FileCheck {
  readonly file: string;
  /** Name and version of the server, or its address if it has no name. */
  readonly server: string;
  readonly changes: readonly PlacedChange[];
  /** Reasons why the file or its server could not be checked. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Whether the file was regenerated because the server has changed. */
  readonly isUpdated: boolean;
}

/** Change of a server, with the position of the changed entry in the file. */
export interface PlacedChange extends SnapshotChange {
  readonly place: Place;
}

/** Options of `checkFiles`. */
export interface CheckOptions extends Pick<
  ServerAddress,
  "timeout" | "signal" | "authorize"
> {
  /** Values of the variables in addresses, by name. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether to regenerate the files of changed servers. */
  readonly update: boolean;
}

/**
 * Compares the server of each file with the snapshot in the file. An error
 * affects only the result of its file.
 */
export async function checkFiles(
  files: readonly string[],
  options: CheckOptions,
): Promise<FileCheck[]> {
  const results: FileCheck[] = [];
  const queue = [...files.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, file] = next;
      results[index] = await checkFile(file, options);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return results;
}

async function checkFile(
  file: string,
  { variables, update, ...limits }: CheckOptions,
): Promise<FileCheck> {
  const result = { file, server: file, changes: [], warnings: [], errors: [] };
  try {
    const found = readSnapshotFile(file, update);
    const { address } = found.snapshot;
    const filled = await fillAddress(address, variables, file);
    const { name, manifest } = await readListing({ ...filled, ...limits });
    const now = createSnapshot(manifest, address);
    const compared = await compareSnapshots(found.snapshot, now);
    const isUpdated =
      update && JSON.stringify(now) !== JSON.stringify(found.snapshot);
    if (isUpdated)
      writeOneFile(file, await createTypedFile(now), TYPED_FILE_MARK);
    const server = [name, now.server?.version].filter(Boolean).join(" ");
    const changes = compared.map((change) => ({
      ...change,
      place: findPlace(change, file, found),
    }));
    const { warnings } = manifest;
    return { ...result, server, changes, warnings, isUpdated };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const errors = error.diagnostics.map((found) =>
      found.message.includes(file)
        ? found
        : { ...found, message: `${file}: ${found.message}` },
    );
    return { ...result, errors, isUpdated: false };
  }
}

/** Returns the position of a changed entry, or of the snapshot's first line. */
function findPlace(
  { of }: SnapshotChange,
  file: string,
  { snapshot, text }: SnapshotFile,
): Place {
  for (const list of LIST_NAMES)
    for (const { sha256, definition } of snapshot[list])
      if (definition[SNAPSHOT_LISTS[list]] === of)
        return placeAt(text.indexOf(sha256), file, text);
  return placeAt(text.indexOf('"format":'), file, text);
}
