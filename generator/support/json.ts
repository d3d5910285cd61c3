import {
  parseJsonWithPositions,
  type JsonSyntaxError,
} from "../../runtime/host/config/json-places.js";
import { cleanText } from "../../runtime/limits/text.js";
import { codeFrame, type RefuseText } from "./errors.js";

/**
 * Parses the text of a JSON file.
 *
 * @throws The error that `refuse` creates if the JSON is invalid.
 */
export function parseJson(
  text: string,
  file: string,
  refuse: RefuseText,
): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    // Determine the position of the syntax error here, because only some
    // versions of Node.js report it.
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

/**
 * Escapes the characters in JSON text that `cleanOutput` would replace.
 * `JSON.stringify` escapes only some of these characters.
 */
export function escapeUnsafe(json: string): string {
  return json.replace(/[^\n\x20-\x7E]/gu, (character) =>
    cleanText(character, Infinity) === character
      ? character
      : character.replace(/[^]/g, escapeUnit),
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
