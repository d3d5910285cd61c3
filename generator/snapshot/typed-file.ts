/**
 * File that `mcp-codegen types` writes: types for the entries of a server,
 * functions that call them, and the snapshot.
 */
import { objectKey, propertyKey, quote } from "../emit/print/syntax.js";
import {
  createHeaderComment,
  createHeaderLines,
  createModuleHeader,
} from "../emit/assemble/header.js";
import { formatText } from "../emit/templates/format.js";
import { getVariablesType, promptArguments } from "../new/client/api-files.js";
import { doc } from "../new/literal.js";
import { renderNew } from "../new/render.js";
import { toolEntries } from "../new/server/tool-files.js";
import { toolTypes } from "../new/schema/types.js";
import { snapshotText } from "./read-file.js";
import { getListing, type Snapshot } from "./snapshot.js";

/**
 * Text that every file with a snapshot contains. A file without this text is
 * not overwritten.
 */
export const TYPED_FILE_MARK = "mcp-codegen types --from SERVER --out FILE";

/** Returns the text of the file with the types and the snapshot of a server. */
export async function createTypedFile(snapshot: Snapshot): Promise<string> {
  const { tools, prompts, resources, resourceTemplates } = getListing(snapshot);
  const names = new Map(tools.map(({ name }) => [name, name]));
  const entries = toolEntries(tools, names);
  const typed = await Promise.all(
    tools.map(async ({ inputSchema, outputSchema }, index) => {
      const { text, notes } = await toolTypes({
        input: inputSchema,
        ...(outputSchema && { output: outputSchema }),
      });
      return {
        ...entries[index],
        types: text,
        notes: notes.map((note) => note.replaceAll("*/", "*\\/")),
      };
    }),
  );
  const text = renderNew("generated/typed.ts", {
    header: createModuleHeader(
      createHeaderComment(createHeaderLines(TYPED_FILE_MARK)),
    ),
    tools: typed,
    prompts: prompts.map((prompt) => ({
      key: propertyKey(prompt.name),
      doc: doc(prompt.description),
      args: promptArguments(prompt),
    })),
    templates: resourceTemplates.flatMap(({ uriTemplate, description }) => {
      const variables = getVariablesType(uriTemplate);
      return variables === undefined
        ? []
        : [{ key: objectKey(uriTemplate), doc: doc(description), variables }];
    }),
    resourceUris: resources.map(({ uri }) => quote(uri)).join(" | ") || "never",
    snapshot: snapshotText(snapshot),
  });
  return formatText({ path: "typed.ts", text });
}
