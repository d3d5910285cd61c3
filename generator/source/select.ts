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

/** Which schemas: revisions by name, or one file. */
export interface SourceChoice {
  /** Revisions, `latest`, `all`; or none with `schema`. */
  readonly revisions?: readonly string[] | undefined;
  /** Path of a `schema.ts` in place of a revision. */
  readonly schema?: string | undefined;
  readonly source?: TextSource | undefined;
  /** Extensions: those of this package by name, others by their files. */
  readonly extensions?: readonly string[] | undefined;
}

/**
 * Reads the schemas that were asked for, oldest revision first.
 *
 * @throws UserError when none or both were named, or one can not be read.
 */
export function readSources(choice: SourceChoice): SchemaSource[] {
  const revisions = choice.revisions ?? [];
  if (choice.schema !== undefined && revisions.length > 0)
    throw sourceError(
      "MCP002",
      "A revision and a schema file were both given.",
    );
  if (choice.schema !== undefined && choice.source === "pulled")
    throw pulledFile();
  if (choice.schema !== undefined)
    return extended([readSchemaFile(choice.schema)], choice.extensions);
  if (revisions.length === 0)
    throw sourceError("MCP002", "No revision and no schema file was given.");
  const sources = mapAll(resolveRevisions(revisions), (revision) =>
    readRevision(revision, choice.source),
  );
  return extended(sources, choice.extensions);
}

/**
 * Schemas with the extensions that words name. Of several schemas those have an
 * extension that have what it imports; one alone has to.
 */
function extended(
  schemas: readonly SchemaSource[],
  words: readonly string[] = [],
): SchemaSource[] {
  if (words.length === 0) return [...schemas];
  const whereItFits = schemas.length > 1;
  const extensions = readExtensions(words).map((one) => ({
    ...one,
    whereItFits,
  }));
  return schemas.map((schema) => ({ ...schema, extensions }));
}

/**
 * The schemas that words name: revisions, `latest`, or files; with extensions of
 * their own behind a plus, `latest+./notes.ts`. A file that has the name of a
 * revision is `./draft`.
 *
 * @param source Whose text of the revisions.
 * @param extensions As `--extension` names them.
 * @throws UserError with all that are neither, or can not be read; and when
 *   the pulled source was asked for, and none is a revision.
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

/** Where only files are named, no text can be upstream's as pulled. */
function pulledFile(): Error {
  return sourceError(
    "MCP002",
    "A schema file and the pulled source were both given.",
    {
      cause:
        "`--source pulled` is upstream's text of a revision; a file is read as it is.",
      fix: "Leave out `--source`, or name a revision.",
    },
  );
}
