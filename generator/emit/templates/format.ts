import { format } from "prettier";
import type { OutputFile } from "../context.js";
import { emitError } from "../diagnostics.js";

/**
 * Formats a file that a user's template created, with Prettier's default
 * options.
 *
 * @throws UserError if Prettier cannot parse the text.
 */
export async function formatText(file: OutputFile): Promise<string> {
  try {
    return await format(file.text, { filepath: file.path });
  } catch (error) {
    // Prettier does not support the language of the file, so the text stays
    // unformatted.
    if ((error as Error).name === "UndefinedParserError") return file.text;
    const [reason = ""] = (error as Error).message.split("\n");
    const message = `Prettier cannot parse ${file.path}, which your template created: ${reason}`;
    throw emitError("MCP214", message);
  }
}
