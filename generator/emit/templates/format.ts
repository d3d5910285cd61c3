import { format } from "prettier";
import type { OutputFile } from "../context.js";
import { emitError } from "../diagnostics.js";

/**
 * A file as Prettier formats it by default; for what templates of the user's
 * lay out.
 *
 * @throws UserError when it does not parse.
 */
export async function formatText(file: OutputFile): Promise<string> {
  try {
    return await format(file.text, { filepath: file.path });
  } catch (error) {
    // Of a language that Prettier does not know: it stays as it is.
    if ((error as Error).name === "UndefinedParserError") return file.text;
    const [reason = ""] = (error as Error).message.split("\n");
    const message = `What your template makes of ${file.path} does not parse: ${reason}`;
    throw emitError("MCP214", message);
  }
}
