/** Checks servers against the snapshots in files. */
import { ConcurrencyLimit } from "../../runtime/host/consent/gate.js";
import { readListing } from "../explore/server-data.js";
import { LISTS } from "../new/manifest/check-listing.js";
import {
  placeAt,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import { writeError } from "../write/diagnostics.js";
import { fillAddress, type Connection } from "./address.js";
import { snapshotError } from "./diagnostics.js";
import { compareSnapshots, type SnapshotChange } from "./compare.js";
import {
  createSnapshot,
  readSnapshotFile,
  SNAPSHOT_LISTS,
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
 */
export function checkFiles(
  files: readonly string[],
  connection: Connection,
  update: boolean,
): Promise<FileCheck[]> {
  const limit = new ConcurrencyLimit(PARALLEL);
  const check = (file: string) =>
    limit.run(() => checkFile(file, connection, update));
  return Promise.all([...new Set(files)].map(check));
}

async function checkFile(
  file: string,
  connection: Connection,
  update: boolean,
): Promise<FileCheck> {
  const none = { changes: [], errors: [], warnings: [], isUpdated: false };
  let result: FileCheck = { file, server: file, ...none };
  try {
    const found = readSnapshotFile(file, update);
    const { address } = found.snapshot;
    const filled = await fillAddress(address, connection, file);
    const { name, manifest } = await readListing(filled);
    const now = createSnapshot(manifest, address);
    const compared = await compareSnapshots(found.snapshot, now);
    const server = [name, now.server?.version].filter(Boolean).join(" ");
    const changes = compared.map((change) => ({
      ...change,
      place: findPlace(change, file, found),
    }));
    result = { ...result, server, changes, warnings: manifest.warnings };
    const isUpdated =
      update && JSON.stringify(now) !== JSON.stringify(found.snapshot);
    if (isUpdated) await writeTypedFile(file, now);
    return { ...result, isUpdated };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint =
      connection.folder === undefined
        ? " If the server is a command or a file, run `check` in the folder where `types` was run, or in the folder of the configuration if `servers` contains the server."
        : "";
    const errors = error.diagnostics.map((found) => {
      // Diagnostics about snapshots and written files already name the file.
      // Add the file name to all others.
      if (found.code in { ...snapshotError.kinds, ...writeError.kinds })
        return found;
      const message = `${file}: ${found.message}`;
      return { ...found, message, fix: `${found.fix}${hint}` };
    });
    return { ...result, errors };
  }
}

/**
 * Returns the position of a changed entry. If the snapshot lacks the entry,
 * returns the position of the snapshot's first line.
 */
function findPlace(
  { subject, of }: SnapshotChange,
  file: string,
  { snapshot, text }: ReturnType<typeof readSnapshotFile>,
): Place {
  const list = SNAPSHOT_LISTS.find((name) => LISTS[name][0] === subject);
  const entry =
    list &&
    snapshot[list].find(({ definition }) => definition[LISTS[list][1]] === of);
  return placeAt(text.indexOf(entry?.sha256 ?? '"format":'), file, text);
}
