/**
 * File that `mcp-codegen types` writes: types for the entries of a server,
 * functions that call them, and the snapshot.
 */
import {
  createHeaderComment,
  createHeaderLines,
  createModuleHeader,
} from "../emit/assemble/header.js";
import { formatText } from "../emit/templates/format.js";
import { getEntryTypes } from "../new/client/api-files.js";
import { renderNew } from "../new/render.js";
import { getToolTypes, toolEntries } from "../new/server/tool-files.js";
import { writeOneFile } from "../write/one-file.js";
import { TYPED_MARK } from "../write/strays.js";
import { getListing, snapshotText, type Snapshot } from "./snapshot.js";

/**
 * Writes a file with the types and the snapshot of a server.
 *
 * @throws UserError if the file exists and `types` did not write it.
 */
export async function writeTypedFile(
  file: string,
  snapshot: Snapshot,
): Promise<void> {
  const listing = getListing(snapshot);
  const types = await Promise.all(
    listing.tools.map((tool) => getToolTypes(tool, "client")),
  );
  const header = createHeaderComment(createHeaderLines(TYPED_MARK));
  const text = renderNew("generated/typed.ts", {
    ...getEntryTypes(listing),
    header: createModuleHeader(header),
    tools: toolEntries(listing.tools).map((tool, index) => ({
      ...tool,
      ...types[index],
    })),
    snapshot: snapshotText(snapshot),
  });
  const formatted = await formatText({ path: "typed.ts", text });
  writeOneFile(file, formatted, TYPED_MARK);
}
