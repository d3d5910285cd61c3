import type { ServerAddress } from "./address.js";
import { readManifest, type Manifest } from "./manifest.js";

/**
 * Returns the manifest from a file or from a running server. Returns null if
 * neither a file nor an address is given.
 *
 * @throws UserError if the file cannot be read, or if the server cannot be
 *   reached.
 */
export async function loadManifest(
  file: string | undefined,
  from: ServerAddress | undefined,
  revisions: readonly string[],
): Promise<Manifest | null> {
  if (file !== undefined) return readManifest(file);
  if (from === undefined) return null;
  const { listServer } = await import("./from-server.js");
  return listServer(from, revisions);
}
