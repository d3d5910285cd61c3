/** What `src/generated/` has for the tools of a manifest, beside the bindings. */
import type { OutputFile } from "../../emit/context.js";
import { docComment, prose } from "../../emit/print/doc-comment.js";
import { header, moduleHeader } from "../../emit/assemble/header.js";
import { propertyKey, objectKey, quote } from "../../emit/print/syntax.js";
import type { Diagnostic } from "../../support/errors.js";
import { declarationsByName } from "../../model/lookup.js";
import { hasMember } from "../../model/members/members.js";
import type { ProtocolModel } from "../../model/types.js";
import { newWarning } from "../diagnostics.js";
import type { ToolEntry } from "../manifest/listing.js";
import { valueText } from "../literal.js";
import { pascalCase, uniqueName } from "../names.js";
import type { ProjectFiles } from "../project-files.js";
import { renderNew } from "../render.js";
import { toolTypes } from "../schema/types.js";

/** A registry of the tools, a module with types for each, and what is noted. */
export async function toolFiles(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
  model: ProtocolModel,
): Promise<ProjectFiles> {
  const structured = hasStructuredOutput(model);
  const modules = await toolModules(tools, files);
  const text = renderNew("generated/tools.ts", {
    header: headerText(),
    entries: toolEntries(tools, files),
    structured,
  });
  return {
    files: [
      { path: "tools.ts", text },
      ...modules.files,
      {
        path: "stubs.json",
        text: `${JSON.stringify({ tools: Object.fromEntries(files) }, null, 2)}\n`,
      },
    ],
    warnings: modules.warnings,
  };
}

/** A module with definition and types for each tool, and what is noted. */
export async function toolModules(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
): Promise<ProjectFiles> {
  const warnings: Diagnostic[] = [];
  const modules: OutputFile[] = [];
  for (const tool of tools) {
    const path = `tools/${files.get(tool.name)}.ts`;
    const { text, notes } = await toolModule(tool);
    for (const note of notes) warnings.push(note);
    modules.push({ path, text });
  }
  return { files: modules, warnings };
}

/** The tools as templates see them. */
export function toolEntries(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
): object[] {
  const used = new Set<string>();
  return tools.map((tool) => {
    const type = uniqueName(`${pascalCase(tool.name)}Tool`, used);
    return {
      file: files.get(tool.name),
      type,
      handler: `handle${type}`,
      definition: `define${type}`,
      key: propertyKey(tool.name),
      objectKey: objectKey(tool.name),
      name: quote(tool.name),
      doc: docComment(prose(tool.description ?? "")) ?? "",
    };
  });
}

/** From 2025-06-18 on, tools can say what they answer. */
export function hasStructuredOutput(model: ProtocolModel): boolean {
  return hasMember(declarationsByName(model), "Tool", "outputSchema");
}

async function toolModule(
  tool: ToolEntry,
): Promise<{ readonly text: string; readonly notes: readonly Diagnostic[] }> {
  const { name, inputSchema, outputSchema: output, ...more } = tool;
  const types = await toolTypes({
    input: inputSchema,
    ...(output ? { output } : {}),
  });
  const text = renderNew("generated/tool.ts", {
    header: headerText(),
    name,
    types: types.text,
    notes: types.notes.map((note) => note.replaceAll("*/", "*\\/")),
    definition: valueText({
      ...more,
      inputSchema,
      ...(output ? { outputSchema: output } : {}),
    }),
  });
  const notes = types.notes.map((note) =>
    newWarning("MCP617", `${name}: ${note}.`),
  );
  return { text, notes };
}

/** The header of files that `npm run generate` makes in a project. */
export function headerText(): string {
  return moduleHeader(header("npm run generate"));
}
