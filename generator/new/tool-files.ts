/** What `src/generated/` has for the tools of a manifest, beside the bindings. */
import { isObject } from "../../templates/runtime/connection/messages.js";
import type { OutputFile } from "../emit/context.js";
import { docComment, prose } from "../emit/doc-comment.js";
import { header } from "../emit/header.js";
import { propertyKey, objectKey, quote } from "../emit/syntax.js";
import type { Diagnostic } from "../errors.js";
import { declarationsByName } from "../model/lookup.js";
import { hasMember } from "../model/members.js";
import type { ProtocolModel } from "../model/types.js";
import { toolVersion } from "../package.js";
import { newWarning } from "./diagnostics.js";
import { formatted } from "./format.js";
import type { Json, ToolEntry } from "./listing.js";
import { valueText } from "./literal.js";
import { pascalCase, uniqueName } from "./names.js";
import type { ProjectFiles } from "./project-files.js";
import { renderNew } from "./render.js";
import { toolTypes } from "./schema/types.js";

/** Members of a definition that the generated code needs by themselves. */
const OWN = new Set(["name", "inputSchema", "outputSchema"]);

/** A registry of the tools, a module with types for each, and what is noted. */
export async function toolFiles(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
  model: ProtocolModel,
): Promise<ProjectFiles> {
  const structured = hasStructuredOutput(model);
  const modules = await toolModules(tools, files, model);
  const text = renderNew("generated/tools.ts", {
    header: headerText(),
    entries: toolEntries(tools, files),
    structured,
  });
  return {
    files: [
      await formatted({ path: "tools.ts", text }),
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
  model: ProtocolModel,
): Promise<ProjectFiles> {
  const warnings: Diagnostic[] = [];
  const modules: OutputFile[] = [];
  const structured = hasStructuredOutput(model);
  for (const tool of tools) {
    const path = `tools/${files.get(tool.name)}.ts`;
    const { text, notes } = await toolModule(tool, model, structured);
    for (const note of notes) warnings.push(note);
    modules.push(await formatted({ path, text }));
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

/** The members of an entry that a type of the revision has, but for some. */
export function membersOfType(
  entry: Json,
  type: string,
  model: ProtocolModel,
  without: ReadonlySet<string>,
): { readonly kept: Json; readonly dropped: readonly string[] } {
  const declarations = declarationsByName(model);
  const kept: { [name: string]: unknown } = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(entry)) {
    if (without.has(name)) continue;
    if (hasMember(declarations, type, name)) kept[name] = value;
    else dropped.push(name);
  }
  return { kept, dropped };
}

async function toolModule(
  tool: ToolEntry,
  model: ProtocolModel,
  structured: boolean,
): Promise<{ readonly text: string; readonly notes: readonly Diagnostic[] }> {
  const { inputSchema, outputSchema } = tool;
  const output = structured ? outputSchema : undefined;
  const types = await toolTypes({
    input: inputSchema,
    ...(output ? { output } : {}),
  });
  const { kept, dropped } = membersOfType(tool, "Tool", model, OWN);
  const missing =
    outputSchema && !structured ? [...dropped, "outputSchema"] : dropped;
  const revision = model.source.revision ?? "The revision";
  const text = renderNew("generated/tool.ts", {
    header: headerText(),
    name: tool.name,
    types: types.text,
    notes: types.notes.map((note) => note.replaceAll("*/", "*\\/")),
    definition: valueText({
      ...kept,
      inputSchema: withObjects(inputSchema),
      ...(output ? { outputSchema: withObjects(output) } : {}),
    }),
  });
  return {
    text,
    notes: [
      ...types.notes.map((note) =>
        newWarning("MCP617", `${tool.name}: ${note}.`),
      ),
      ...missing.map((name) =>
        newWarning(
          "MCP618",
          `${tool.name}: ${revision} has no "${name}" for tools.`,
        ),
      ),
    ],
  };
}

/** Revisions before 2026-07-28 want an object for each member: `true` is `{}`. */
function withObjects(schema: Json): Json {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    member === true ? {} : member === false ? { not: {} } : member,
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** The header of files that `npm run generate` makes in a project. */
export function headerText(): string {
  return header({
    toolVersion: toolVersion(),
    command: "npm run generate",
    revision: null,
    commit: null,
    sha256: null,
  });
}
