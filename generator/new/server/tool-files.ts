/** Files in `src/generated/` for the tools of a manifest. */
import type { OutputFile } from "../../emit/context.js";
import { objectKey, propertyKey, quote } from "../../emit/print/syntax.js";
import type { Side } from "../../emit/context.js";
import type { Diagnostic } from "../../support/errors.js";
import { declarationsByName } from "../../model/lookup.js";
import { hasMember } from "../../model/members/members.js";
import type { ProtocolModel } from "../../model/types.js";
import { createUniqueName } from "../../model/util/names.js";
import { newError } from "../diagnostics.js";
import type { ToolEntry } from "../manifest/listing.js";
import { doc, valueText } from "../literal.js";
import { pascalCase } from "../names.js";
import type { ProjectFiles } from "../project.js";
import { renderNew } from "../render.js";
import { toolTypes } from "../schema/types.js";

/**
 * Returns the registry of the tools and a module with types for each tool. Also
 * returns notes about schemas without an equivalent TypeScript type.
 */
export async function toolFiles(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
  model: ProtocolModel,
): Promise<ProjectFiles> {
  const structured = hasStructuredOutput(model);
  const modules = await toolModules(tools, files, "server");
  const text = renderNew("generated/tools.ts", {
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

/**
 * Returns a module with the definition and the types of each tool, for a server
 * or a client. Also returns notes about schemas without an equivalent
 * TypeScript type.
 */
export async function toolModules(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string>,
  side: Side,
): Promise<ProjectFiles> {
  const made: { files: OutputFile[]; warnings: Diagnostic[] } = {
    files: [],
    warnings: [],
  };
  for (const tool of tools) {
    const { name, inputSchema, outputSchema, ...more } = tool;
    const output = outputSchema && { outputSchema };
    const { warnings, ...data } = await getToolTypes(tool, side);
    made.files.push({
      path: `tools/${files.get(name)}.ts`,
      text: renderNew("generated/tool.ts", {
        name,
        server: side === "server",
        ...data,
        definition: valueText({ ...more, inputSchema, ...output }),
      }),
    });
    for (const note of warnings)
      made.warnings.push(newError.warning("MCP617", `${name}: ${note}.`));
  }
  return made;
}

/**
 * Returns the types of a tool for a server or a client, and notes about schemas
 * without an equivalent TypeScript type. Templates insert `types` and `notes`.
 */
export async function getToolTypes(
  { inputSchema, outputSchema }: ToolEntry,
  side: Side,
) {
  const { text, notes } = await toolTypes(
    { input: inputSchema, ...(outputSchema && { output: outputSchema }) },
    // The server adds the defaults before it calls a handler, so the types of a
    // server declare arguments with a default as always present.
    side === "server" ? ["input"] : [],
  );
  const escaped = notes.map((note) => note.replaceAll("*/", "*\\/"));
  return { types: text, notes: escaped, warnings: notes };
}

/** Returns the data about each tool that the templates insert. */
export function toolEntries(
  tools: readonly ToolEntry[],
  files: ReadonlyMap<string, string> = new Map(),
): object[] {
  const used = new Set<string>();
  return tools.map((tool) => {
    const type = createUniqueName(`${pascalCase(tool.name)}Tool`, used);
    return {
      file: files.get(tool.name),
      type,
      handler: `handle${type}`,
      definition: `define${type}`,
      key: propertyKey(tool.name),
      objectKey: objectKey(tool.name),
      name: quote(tool.name),
      doc: doc(tool.description),
    };
  });
}

/**
 * Returns true if tools can declare an output schema in this revision, as they
 * can since 2025-06-18.
 */
export function hasStructuredOutput(model: ProtocolModel): boolean {
  return hasMember(declarationsByName(model), "Tool", "outputSchema");
}
