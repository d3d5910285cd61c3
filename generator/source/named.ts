import { existsSync } from "node:fs";
import { nearest } from "../nearest.js";
import { sourceError } from "./diagnostics.js";
import {
  readBundledSchema,
  readSchemaFile,
  type SchemaSource,
} from "./read.js";
import { knownRevisions, resolveRevisions } from "./revisions.js";

/**
 * The schema that one word names: a revision, `latest`, or a file. A file that
 * has the name of a revision is `./draft`.
 *
 * @throws UserError when it is neither, or the file can not be read.
 */
export function readNamedSchema(name: string): SchemaSource {
  const revisions = [...knownRevisions(), "latest"];
  if (revisions.includes(name)) {
    const [revision = name] = resolveRevisions([name]);
    return readBundledSchema(revision);
  }
  if (existsSync(name) || /[\\/]|\.ts$/.test(name)) return readSchemaFile(name);
  const hint = nearest(name, revisions);
  throw sourceError(
    "MCP001",
    `There is neither a revision nor a file "${name}".${hint ? ` Did you mean "${hint}"?` : ""}`,
    {
      cause: `Known revisions: ${knownRevisions().join(", ")}.`,
      fix: 'Pass one of these, "latest", or the path of a schema.ts.',
    },
  );
}
