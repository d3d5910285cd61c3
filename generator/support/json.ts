import {
  parsePlaced,
  type JsonSyntaxError,
} from "../../runtime/host/config/json-places.js";
import { codeFrame, type RefuseText } from "./errors.js";

/**
 * The value of a file's text.
 *
 * @throws what `refuse` makes of text that is no JSON.
 */
export function parseJson(
  text: string,
  file: string,
  refuse: RefuseText,
): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    // Not every Node says where, and each says it in words of its own.
    try {
      parsePlaced(text);
    } catch (error) {
      const { message, place } = error as JsonSyntaxError;
      const frame = codeFrame(text, place.line, place.column);
      throw refuse(message, { file, ...place, frame });
    }
    throw fault;
  }
}
