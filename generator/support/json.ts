import {
  parseJsonWithPositions,
  type JsonSyntaxError,
} from "../../runtime/host/config/json-places.js";
import { codeFrame, type RefuseText } from "./errors.js";

/**
 * Parses the text of a JSON file.
 *
 * @throws The error that `refuse` creates for invalid JSON.
 */
export function parseJson(
  text: string,
  file: string,
  refuse: RefuseText,
): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    // Node.js versions differ in the wording of syntax errors and in whether
    // the errors have a position, so the position is determined here.
    try {
      parseJsonWithPositions(text);
    } catch (error) {
      const { message, position: place } = error as JsonSyntaxError;
      const frame = codeFrame(text, place.line, place.column);
      throw refuse(message, { file, ...place, frame });
    }
    throw fault;
  }
}
