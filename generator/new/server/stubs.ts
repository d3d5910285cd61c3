/** Creates the initial versions of files that a person edits later. */
import { createUriMatcher } from "../../../runtime/features/resources/uri-match.js";
import { UriTemplate } from "../../../runtime/features/resources/uri-template.js";
import type { OutputFile } from "../../emit/context.js";
import { objectKey, quote } from "../../emit/print/syntax.js";
import { createUniqueName } from "../../model/util/names.js";
import type { Diagnostic } from "../../support/errors.js";
import { newError } from "../diagnostics.js";
import type { Json, Listing, ToolEntry } from "../manifest/listing.js";
import { doc, valueText } from "../literal.js";
import { fileNames, pascalCase } from "../names.js";
import type { ProjectFiles } from "../project.js";
import { renderNew } from "../render.js";
import { createSample } from "./sample.js";

/** Returns the stub `src/tools/<file>.ts` for a tool. */
export function toolStub(tool: ToolEntry, file: string): OutputFile {
  const { name, description, outputSchema: output } = tool;
  const sample = output && createSample(output);
  return {
    path: `src/tools/${file}.ts`,
    text: renderNew("stubs/tool.ts", {
      name: quote(name),
      doc: doc(description ?? `The tool ${name}.`),
      sample: sample === undefined ? "" : valueText(sample),
      unknown: output !== undefined,
      todo: quote(`The tool ${name} is not implemented yet.`),
    }),
  };
}

/**
 * Returns mock files for the prompts and resources of a server. Also returns
 * warnings about resources that cannot be served.
 */
export function mockFiles(listing: Listing): ProjectFiles {
  const warnings: Diagnostic[] = [];
  const prompts = listing.prompts.map(
    ({ name, ...kept }) => [name, kept] as const,
  );
  const resources = new Map<string, Json>();
  for (const entry of [...listing.resources, ...listing.resourceTemplates]) {
    const { uri, uriTemplate, size: _, ...kept }: Json = entry;
    const key = String(uri ?? uriTemplate);
    // Two entries can have the same key, because a URI template without
    // variables can be equal to the URI of a resource.
    const why = resources.has(key)
      ? "the server lists the resource twice"
      : whyUnusable(key);
    if (why === null) resources.set(key, { ...kept, name: kept["name"] ?? "" });
    else
      warnings.push(
        newError.warning("MCP618", `The resource ${key} is left out: ${why}.`),
      );
  }
  return {
    files: [
      ...group("prompt", "name", new Map<string, Json>(prompts)),
      ...group("resource", "URI", resources),
    ],
    warnings,
  };
}

/**
 * Returns one file for each prompt or resource, and an index of these files.
 * Returns no files if there are no entries.
 */
function group(
  kind: "prompt" | "resource",
  by: string,
  entries: ReadonlyMap<string, Json>,
): OutputFile[] {
  if (entries.size === 0) return [];
  const keys = [...entries.keys()];
  const names = fileNames(keys);
  const files = [...entries].map(([key, entry]) => ({
    path: `src/${kind}s/${names.get(key)}.ts`,
    text: renderNew(`stubs/${kind}.ts`, {
      doc: doc(String(entry["description"] ?? key)),
      members: Object.entries(entry)
        .map(([name, value]) => `${objectKey(name)}: ${valueText(value)},`)
        .join("\n"),
    }),
  }));
  const used = new Set<string>();
  const index = renderNew("stubs/index.ts", {
    kind,
    Kind: pascalCase(kind),
    by,
    entries: keys.map((key) => ({
      file: names.get(key),
      binding: createUniqueName(`${kind}${pascalCase(key)}`, used),
      key: objectKey(key),
    })),
  });
  return [...files, { path: `src/${kind}s/index.ts`, text: index }];
}

/**
 * Returns the reason why the runtime would not serve a resource with this URI
 * or URI template. Returns null if the runtime would serve it.
 */
function whyUnusable(key: string): string | null {
  try {
    if (key.includes("{")) createUriMatcher(new UriTemplate(key));
    else new URL(key);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
