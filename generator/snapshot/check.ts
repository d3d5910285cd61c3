/** Checks servers against the snapshots in files. */
import { ConcurrencyLimit } from "../../runtime/host/consent/gate.js";
import { readListing } from "../explore/server-data.js";
import { LISTS } from "../new/manifest/check-listing.js";
import type { Connection } from "../new/manifest/address.js";
import {
  placeAt,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import { checkUse, fillAddress } from "./address.js";
import { compareSnapshots, type SnapshotChange } from "./compare.js";
import {
  createSnapshot,
  readSnapshotFile,
  SNAPSHOT_LISTS,
  type Snapshot,
} from "./snapshot.js";
import { writeTypedFile } from "./typed-file.js";

/** Maximum number of servers that are contacted at the same time. */
const PARALLEL = 10;

/** Result of the check of one file. */
export interface FileCheck {
  readonly file: string;
  /** Name and version of the server, or its address if it has no name. */
  readonly server: string;
  /** Changes, with the position of the changed entry in the file. */
  readonly changes: readonly (SnapshotChange & { readonly place: Place })[];
  /** Reasons why the file or its server could not be checked. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Whether the file was regenerated because the server has changed. */
  readonly isUpdated: boolean;
}

/**
 * Compares the server of each file with the snapshot in the file. An error
 * affects only the result of its file.
 *
 * @param update Whether to regenerate the files of changed servers.
 * @throws UserError if there are several servers, and none of them uses one of
 *   the given headers or environment variables.
 */
export async function checkFiles(
  files: readonly string[],
  connection: Connection,
  update: boolean,
): Promise<FileCheck[]> {
  const limit = new ConcurrencyLimit(PARALLEL);
  const distinct = [...new Set(files)].map((file) => {
    try {
      return { file, ...readSnapshotFile(file, update) };
    } catch (error) {
      return { file, snapshot: undefined, text: "", error };
    }
  });
  const read = distinct.flatMap(({ snapshot }) => snapshot?.address ?? []);
  // The address in a file that cannot be read may use every value.
  if (read.length === distinct.length) checkUse(read, connection);
  const check = async ({
    file,
    snapshot,
    text,
    ...opened
  }: (typeof distinct)[number]): Promise<FileCheck> => {
    const none = { changes: [], errors: [], warnings: [], isUpdated: false };
    let result: FileCheck = { file, server: file, ...none };
    try {
      if (snapshot === undefined) throw opened.error;
      const { address } = snapshot;
      const isOnly = distinct.length === 1;
      const filled = await fillAddress(address, file, connection, isOnly);
      const { name, manifest } = await readListing(filled);
      const now = createSnapshot(manifest, address);
      const server = [name, now.server?.version].filter(Boolean).join(" ");
      const changes = (await compareSnapshots(snapshot, now)).map((change) => ({
        ...change,
        place: findPlace(change, file, snapshot, text),
      }));
      result = { ...result, server, changes, warnings: manifest.warnings };
      const isUpdated =
        update && JSON.stringify(now) !== JSON.stringify(snapshot);
      if (isUpdated) await writeTypedFile(file, now);
      return { ...result, isUpdated };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const errors = error.diagnostics.map((found) => ({
        ...found,
        message: ` ${found.message}`.includes(` ${file}`)
          ? found.message
          : `${file}: ${found.message}`,
      }));
      return { ...result, errors };
    }
  };
  return Promise.all(distinct.map((one) => limit.run(() => check(one))));
}

/**
 * Returns the position of a changed entry. If the snapshot lacks the entry,
 * returns the position of the snapshot's first line.
 */
function findPlace(
  { subject, of }: SnapshotChange,
  file: string,
  snapshot: Snapshot,
  text: string,
): Place {
  const list = SNAPSHOT_LISTS.find((name) => LISTS[name][0] === subject);
  const entry =
    list &&
    snapshot[list].find(({ definition }) => definition[LISTS[list][1]] === of);
  return placeAt(text.indexOf(entry?.sha256 ?? '"format":'), file, text);
}
