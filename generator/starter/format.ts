import type { OutputFile } from "../emit/context.js";
import { formatText } from "../emit/print/format.js";

/** A file as Prettier formats it by default. */
export async function formatted(file: OutputFile): Promise<OutputFile> {
  return { ...file, text: await formatText(file) };
}
