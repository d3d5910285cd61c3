import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import {
  JsonSyntaxError,
  parsePlaced,
} from "../../../templates/runtime/host/config/json-places.js";
import { codeFrame, type Place } from "../../support/errors.js";
import { newError } from "../diagnostics.js";

/** The value of a text, with places for errors. */
export interface ParsedText {
  readonly value: unknown;
  /** Where the value under a path begins. */
  placeOf(path: readonly (string | number)[]): Place | undefined;
}

/**
 * Parses JSON or YAML, and keeps where everything was. JSON is strict.
 *
 * @throws UserError with the place.
 */
export function parseText(
  text: string,
  file: string,
  format: "json" | "yaml",
): ParsedText {
  const source = text.replace(/^\uFEFF/, "");
  const lines = new LineCounter();
  let document: Document | undefined;
  // A large text takes seconds; that of JSON is needed for errors alone.
  const places = (): Document => (document ??= read(source, lines));
  let value: unknown;
  const framed = ({ line, column }: LineAndColumn): Place => ({
    file,
    line,
    column,
    frame: codeFrame(source, line, column),
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return framed({ line: Math.max(1, line), column: Math.max(1, col) });
  };
  if (format === "json") {
    try {
      value = JSON.parse(source);
    } catch (error) {
      const { message } = error as Error;
      const [, position] = /at position (\d+)/.exec(message) ?? [];
      places();
      const why = message.replace(/ at position \d+.*$|, "[^]*$/s, "");
      const place =
        position === undefined
          ? framed(jsonPlace(source))
          : placeAt(Number(position));
      throw syntaxError(file, why, place);
    }
  } else {
    const [error] = places().errors;
    if (error)
      throw syntaxError(
        file,
        error.message.split(/ at line |\n/)[0] ?? "",
        placeAt(error.pos[0]),
      );
    value = plainValue(places(), file);
  }
  return {
    value,
    placeOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = places().getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return placeAt(node.range[0]);
      }
      return undefined;
    },
  };
}

interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Where a text stops being JSON, which not every Node says; or its start. */
function jsonPlace(text: string): LineAndColumn {
  try {
    parsePlaced(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.place;
  }
  return { line: 1, column: 1 };
}

function read(text: string, lineCounter: LineCounter): Document {
  return parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    logLevel: "silent",
  });
}

/** YAML can say what JSON cannot: cycles, and aliases that multiply. */
function plainValue(document: Document, file: string): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })));
  } catch (error) {
    throw syntaxError(file, (error as Error).message);
  }
}

function syntaxError(file: string, why: string, place?: Place): Error {
  const message = `${file} does not parse: ${why}`;
  return newError("MCP611", message, place ? { place } : {});
}
