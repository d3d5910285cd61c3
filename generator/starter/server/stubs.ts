/** First versions of files that a person goes on with. */
import { uriMatcher } from "../../../templates/runtime/features/resources/uri-match.js";
import { UriTemplate } from "../../../templates/runtime/features/resources/uri-template.js";
import type { OutputFile } from "../../emit/context.js";
import { docComment, prose } from "../../emit/print/doc-comment.js";
import { objectKey, quote } from "../../emit/print/syntax.js";
import type { Diagnostic } from "../../support/errors.js";
import { newWarning } from "../diagnostics.js";
import type { Json, Listing, ToolEntry } from "../manifest/listing.js";
import { valueText } from "../literal.js";
import { fileNames, pascalCase, uniqueName } from "../names.js";
import type { ProjectFiles } from "../project.js";
import { renderNew } from "../render.js";
import { sampleOf } from "./sample.js";

/** `src/tools/<file>.ts` for a tool. */
export function toolStub(tool: ToolEntry, file: string): OutputFile {
  const { name, description, outputSchema: output } = tool;
  const sample = output && sampleOf(output);
  return {
    path: `src/tools/${file}.ts`,
    text: renderNew("stubs/tool.ts", {
      name: quote(name),
      doc: doc(description ?? `The tool ${name}.`),
      sample: sample === undefined ? "" : valueText(sample),
      unknown: output !== undefined,
    }),
  };
}

/** Prompts and resources as a server listed them, and what could not be had. */
export function mockFiles(listing: Listing): ProjectFiles {
  const warnings: Diagnostic[] = [];
  const listed = new Set<string>();
  const resources = [...listing.resources, ...listing.resourceTemplates].filter(
    ({ key }) => {
      // A template without variables may repeat a resource.
      const why = listed.has(key) ? "it is listed twice" : whyUnusable(key);
      listed.add(key);
      if (why !== null)
        warnings.push(newWarning("MCP618", `The resource ${key}: ${why}.`));
      return why === null;
    },
  );
  const prompts = group("prompt", "name", listing.prompts, (prompt) => {
    const { name: key, ...kept } = prompt;
    return { key, kept };
  });
  const read = group("resource", "URI", resources, (resource) => {
    const { key, uri: _, uriTemplate: _also, size: _too, ...kept } = resource;
    return { key, kept };
  });
  return { files: [...prompts, ...read], warnings };
}

interface Shown {
  readonly key: string;
  readonly kept: Json;
}

/** A file for each entry, and an index of them; nothing when there is none. */
function group<Entry extends { readonly description?: string }>(
  kind: "prompt" | "resource",
  by: string,
  entries: readonly Entry[],
  show: (entry: Entry) => Shown,
): OutputFile[] {
  if (entries.length === 0) return [];
  const shown = entries.map((entry) => ({ ...show(entry), entry }));
  const names = fileNames(shown.map(({ key }) => key));
  const files = shown.map(({ key, kept, entry }) => ({
    path: `src/${kind}s/${names.get(key)}.ts`,
    text: renderNew(`stubs/${kind}.ts`, {
      doc: doc(entry.description ?? key),
      members: Object.entries(kept)
        .map(([name, value]) => `${objectKey(name)}: ${valueText(value)},`)
        .join("\n"),
    }),
  }));
  const used = new Set<string>();
  const index = renderNew("stubs/index.ts", {
    kind,
    Kind: pascalCase(kind),
    by,
    entries: shown.map(({ key }) => ({
      file: names.get(key),
      binding: uniqueName(`${kind}${pascalCase(key)}`, used),
      key: objectKey(key),
    })),
  });
  return [...files, { path: `src/${kind}s/index.ts`, text: index }];
}

/** Why the runtime would not serve a resource under this key, or null. */
function whyUnusable(key: string): string | null {
  try {
    if (key.includes("{")) uriMatcher(new UriTemplate(key));
    else new URL(key);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function doc(text: string): string {
  return docComment(prose(text)) ?? "";
}
