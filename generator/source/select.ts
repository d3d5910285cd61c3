import { UserError, type Diagnostic } from "../errors.js";
import { sourceError } from "./diagnostics.js";
import {
  readBundledSchema,
  readPulledSchema,
  readSchemaFile,
  type SchemaSource,
} from "./read.js";
import { resolveRevisions } from "./revisions.js";

/** Which schemas: revisions by name, or one file. */
export interface SourceChoice {
  /** Revisions, `latest`, `all`; or none with `schema`. */
  readonly revisions?: readonly string[] | undefined;
  /** Path of a `schema.ts` in place of a revision. */
  readonly schema?: string | undefined;
  /** Whose text of a revision: this package's own, or upstream's as pulled. */
  readonly source?: "bundled" | "pulled" | undefined;
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
    throw sourceError(
      "MCP002",
      "A schema file and the pulled source were both given.",
    );
  if (choice.schema !== undefined) return [readSchemaFile(choice.schema)];
  if (revisions.length === 0)
    throw sourceError("MCP002", "No revision and no schema file was given.");
  const resolved = resolveRevisions(revisions);
  return choice.source === "pulled"
    ? readAllPulled(resolved)
    : resolved.map(readBundledSchema);
}

/** Names every file that is not there, so that one pull gets them all. */
function readAllPulled(revisions: readonly string[]): SchemaSource[] {
  const problems: Diagnostic[] = [];
  const sources = revisions.flatMap((revision) => {
    try {
      return [readPulledSchema(revision)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.diagnostics);
      return [];
    }
  });
  if (problems.length > 0) throw new UserError(problems);
  return sources;
}
