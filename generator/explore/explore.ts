/** Explorer: an HTML page that shows protocol schemas or a server's listing. */
import { basename } from "node:path";
import { parseSchema } from "../parse/index.js";
import { bundledSince } from "../source/revisions.js";
import type { SchemaSource } from "../source/read.js";
import type { Diagnostic } from "../support/errors.js";
import { decoderPool } from "./decoders.js";
import type { RevisionData, ServerData } from "./page-data.js";
import { pageText } from "./page.js";

/** HTML text of the explorer page, and warnings about its sources. */
export interface Explorer {
  readonly html: string;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Creates the explorer page.
 *
 * @throws UserError if a schema cannot be read.
 */
export function explore(
  sources: readonly SchemaSource[],
  server: ServerData | null = null,
): Explorer {
  const warnings: Diagnostic[] = [];
  const revisions = sources.map((source): RevisionData => {
    const parsed = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
    });
    warnings.push(...parsed.warnings);
    return { name: getName(source), model: parsed.model };
  });
  const decoders = decoderPool(revisions);
  const html = pageText({ revisions, server, decoders });
  return { html, warnings };
}

function getName({ revision, file }: SchemaSource): string {
  return revision ?? basename(file);
}
