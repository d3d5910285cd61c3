import { existsSync } from "node:fs";
import { mapAll } from "../support/errors.js";
import { readExtensions } from "./extensions.js";
import { sourceError } from "./diagnostics.js";
import {
  readRevision,
  readSchemaFile,
  type SchemaSource,
  type TextSource,
} from "./read.js";
import {
  knownRevisions,
  resolveRevisions,
  unknownRevision,
} from "./revisions.js";

/** Choice of schemas: revisions by name, or one schema file. */
export interface SourceChoice {
  /** Names of revisions, `latest` or `all`. Empty if `schema` is set. */
  readonly revisions?: readonly string[] | undefined;
  /** Path of a `schema.ts` to use instead of a revision. */
  readonly schema?: string | undefined;
  readonly source?: TextSource | undefined;
  /**
   * Extensions: bundled extensions by name, others by the path of their file.
   */
  readonly extensions?: readonly string[] | undefined;
}

/**
 * Reads the chosen schemas, oldest revision first.
 *
 * @throws UserError if both revisions and a file were given, or neither of
 *   them, or if a file cannot be read.
 */
export function readSources(choice: SourceChoice): SchemaSource[] {
  const revisions = choice.revisions ?? [];
  if (choice.schema !== undefined && revisions.length > 0)
    throw sourceError(
      "MCP002",
      "Both a revision and a schema file were given, but only one of them is allowed.",
    );
  if (choice.schema !== undefined && choice.source === "pulled")
    throw pulledFile();
  if (choice.schema !== undefined)
    return extended([readSchemaFile(choice.schema)], choice.extensions);
  if (revisions.length === 0)
    throw sourceError(
      "MCP002",
      "Neither a revision nor a schema file was given.",
    );
  const sources = mapAll(resolveRevisions(revisions), (revision) =>
    readRevision(revision, choice.source),
  );
  return extended(sources, choice.extensions);
}

/**
 * Adds extensions to the schemas. An extension is added only to schemas that
 * declare the types that it imports. If there is only one schema, it must
 * declare these types.
 */
function extended(
  schemas: readonly SchemaSource[],
  words: readonly string[] = [],
): SchemaSource[] {
  if (words.length === 0) return [...schemas];
  const whereItFits = schemas.length > 1;
  const extensions = readExtensions(words).map((extension) => ({
    ...extension,
    whereItFits,
  }));
  return schemas.map((schema) => ({ ...schema, extensions }));
}

/**
 * Returns the schemas with the given names: revisions, `latest`, or files.
 * Extensions follow a plus, as in `latest+./notes.ts`. A file whose name is
 * also the name of a revision is written with its folder: `./draft`.
 *
 * @param source Origin of the revisions' text.
 * @param extensions Values of `--extension`.
 * @throws UserError with all names that are neither a revision nor a readable
 *   file. Also thrown if `source` is `pulled` and no name is a revision.
 */
export function readNamedSchemas(
  names: readonly string[],
  source: TextSource | undefined,
  extensions?: readonly string[],
): SchemaSource[] {
  const words = names.map((name) =>
    existsSync(name) ? [name] : name.split("+"),
  );
  const schemas = mapAll(words, ([name = ""]) => readNamed(name, source));
  if (source === "pulled" && schemas.every(({ revision }) => revision === null))
    throw pulledFile();
  const added = mapAll(words, ([, ...own]) => readExtensions(own));
  return extended(schemas, extensions).map((schema, index) => {
    const all = [...(schema.extensions ?? []), ...(added[index] ?? [])];
    return all.length === 0 ? schema : { ...schema, extensions: all };
  });
}

function readNamed(name: string, source: TextSource | undefined): SchemaSource {
  const revisions = [...knownRevisions(), "latest"];
  if (revisions.includes(name)) {
    const [revision = name] = resolveRevisions([name]);
    return readRevision(revision, source);
  }
  if (existsSync(name) || /[\\/]|\.ts$/.test(name)) return readSchemaFile(name);
  throw unknownRevision(name, "file");
}

/**
 * Returns the error for the option `--source pulled` without the name of a
 * revision.
 */
function pulledFile(): Error {
  return sourceError(
    "MCP002",
    "`--source pulled` was given with a schema file.",
    {
      cause:
        "`--source pulled` selects the downloaded schema of a revision, and does not apply to a schema file.",
      fix: "Leave out `--source`, or name a revision instead of the file.",
    },
  );
}
