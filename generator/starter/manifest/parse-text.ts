import { isNode, parseDocument, type Document } from "yaml";
import {
  parsePlaced,
  type PlacedJson,
} from "../../../templates/runtime/host/config/json-places.js";
import {
  codeFrame,
  placeAt,
  TextError,
  type Place,
} from "../../support/errors.js";
import { parseJson } from "../../support/json.js";
import { newError } from "../diagnostics.js";

/** The value of a text, with places for errors. */
export interface ParsedText {
  readonly value: unknown;
  /** Where the value under a path begins. */
  placeOf(path: readonly (string | number)[]): Place;
}

type Fail = (why: string, place?: Place) => Error;

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
  const fail: Fail = (why, place) =>
    newError("MCP611", `${file} does not parse: ${why}`, place && { place });
  return (format === "json" ? parseJsonText : parseYamlText)(text, file, fail);
}

function parseJsonText(source: string, file: string, fail: Fail): ParsedText {
  let placeIn: ReturnType<typeof placesOf> | undefined;
  try {
    return {
      value: parseJson(source, file),
      placeOf(path) {
        // Parsed again once, when something is wrong.
        placeIn ??= placesOf(source);
        const place = placeIn(path);
        const frame = codeFrame(source, place.line, place.column);
        return { file, ...place, frame };
      },
    };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw fail(error.message, error.place);
  }
}

/** Of what `JSON.parse` takes: a name may be repeated, and nothing is too deep. */
function placesOf(source: string): PlacedJson["place"] {
  try {
    return parsePlaced(source, true).place;
  } catch {
    return () => ({ line: 1, column: 1 });
  }
}

function parseYamlText(source: string, file: string, fail: Fail): ParsedText {
  const document = parseDocument(source, {
    prettyErrors: false,
    logLevel: "silent",
  });
  const [error] = document.errors;
  if (error) {
    const [why = ""] = error.message.split(/ at line |\n/);
    throw fail(why, placeAt(error.pos[0], file, source));
  }
  return {
    value: plainValue(document, fail),
    placeOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range)
          return placeAt(node.range[0], file, source);
      }
      return placeAt(0, file, source);
    },
  };
}

/** YAML can say what JSON cannot: cycles, and aliases that multiply. */
function plainValue(document: Document, fail: Fail): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })));
  } catch (error) {
    throw fail((error as Error).message);
  }
}
