import { isNode, parseDocument, type Document } from "yaml";
import { placeAt, TextError, type Place } from "../../support/errors.js";
import { parseJson } from "../../support/json.js";
import { newError } from "../diagnostics.js";

/** The value of a text, with places for errors. */
export interface ParsedText {
  readonly value: unknown;
  /** Where the value under a path begins. */
  placeOf(path: readonly (string | number)[]): Place;
}

/**
 * Parses JSON or YAML, and finds out where what is wrong stands. JSON is strict.
 *
 * @throws UserError with the place.
 */
export function parseText(
  text: string,
  file: string,
  format: "json" | "yaml",
): ParsedText {
  const at = (offset: number): Place => placeAt(offset, file, text);
  let document: Document | undefined;
  // JSON is YAML too, and is parsed as such when something is wrong.
  const parsed = (): Document =>
    (document ??= parseDocument(text, {
      prettyErrors: false,
      logLevel: "silent",
    }));
  try {
    return {
      value:
        format === "json" ? parseJson(text, file) : yamlValue(parsed(), at),
      placeOf(path) {
        for (let length = path.length; length > 0; length--) {
          const node = parsed().getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return at(node.range[0]);
        }
        return at(0);
      },
    };
  } catch (error) {
    const { message } = error as Error;
    throw newError("MCP611", `${file} does not parse: ${message}`, {
      place: error instanceof TextError ? error.place : null,
    });
  }
}

/** YAML can say what JSON cannot: cycles, and aliases that multiply. */
function yamlValue(document: Document, at: (offset: number) => Place): unknown {
  const [error] = document.errors;
  if (error) {
    const [why = ""] = error.message.split(/ at line |\n/);
    throw new TextError(why, at(error.pos[0]));
  }
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })));
}
