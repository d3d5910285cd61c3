/** Checks servers against the snapshots in files. */
import { ConcurrencyLimit } from "../../runtime/host/consent/gate.js";
import { readListing } from "../explore/server-data.js";
import type { Connection } from "../new/manifest/address.js";
import { UserError, type Diagnostic, type Place } from "../support/errors.js";
import { fillAddress } from "./address.js";
import { compareSnapshots, type SnapshotChange } from "./compare.js";
import { createSnapshot, readSnapshotFile } from "./snapshot.js";
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
 */
export function checkFiles(
  files: readonly string[],
  connection: Connection,
  update: boolean,
): Promise<FileCheck[]> {
  const limit = new ConcurrencyLimit(PARALLEL);
  const distinct = [...new Set(files)];
  const check = async (file: string): Promise<FileCheck> => {
    const none = { changes: [], errors: [], warnings: [], isUpdated: false };
    let result: FileCheck = { file, server: file, ...none };
    try {
      const { snapshot, findPlace } = readSnapshotFile(file, update);
      const { address } = snapshot;
      const isOnly = distinct.length === 1;
      const filled = await fillAddress(address, file, connection, isOnly);
      const { name, manifest } = await readListing(filled);
      const now = createSnapshot(manifest, address);
      const server = [name, now.server?.version].filter(Boolean).join(" ");
      const changes = (await compareSnapshots(snapshot, now)).map((change) => ({
        ...change,
        place: findPlace(`${change.subject} ${change.of}`),
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
  return Promise.all(distinct.map((file) => limit.run(() => check(file))));
}
