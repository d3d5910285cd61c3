import type { ServerAddress } from "./address.js";
import { readManifest, type Manifest } from "./manifest.js";

/**
 * What a file says, or a running server lists; null when neither is named.
 *
 * @param most how many of each there may be
 * @throws UserError when it can not be read, or the server not be reached.
 */
export async function manifestOf(
  file: string | undefined,
  from: ServerAddress | undefined,
  revisions: readonly string[],
  most?: number,
): Promise<Manifest | null> {
  if (file !== undefined) return readManifest(file, most);
  if (from === undefined) return null;
  const { listServer } = await import("./from-server.js");
  return listServer(from, revisions, most);
}
