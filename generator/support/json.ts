import {
  JsonSyntaxError,
  parsePlaced,
} from "../../templates/runtime/host/config/json-places.js";
import { codeFrame, TextError } from "./errors.js";

/**
 * The value of a file's text, which may begin with a BOM.
 *
 * @throws TextError
 */
export function parseJson(text: string, file: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(plain);
  } catch (error) {
    let place = { line: 1, column: 1 };
    try {
      parsePlaced(plain);
    } catch (found) {
      if (found instanceof JsonSyntaxError) ({ place } = found);
    }
    // Some versions of Node say the offset, and some show the text.
    const { message } = error as Error;
    const why = message.replace(/ at position \d+.*$|, "[^]*$/s, "");
    const frame = codeFrame(plain, place.line, place.column);
    throw new TextError(why, { file, ...place, frame });
  }
}
