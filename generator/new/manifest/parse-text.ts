import { isNode, parseDocument, type Document } from "yaml";
import { placeAt, type Place, type RefuseText } from "../../support/errors.js";
import { parseJson } from "../../support/json.js";
import { newError } from "../diagnostics.js";

/**
 * Parses JSON or YAML with positions. JSON is parsed strictly.
 *
 * @param refuse Function that creates the error for a syntax error.
 * @throws UserError with the position of a syntax error.
 */
export function parseText(
  text: string,
  file: string,
  format: "json" | "yaml",
  refuse: RefuseText = (why, place) =>
    newError("MCP611", `Cannot parse ${file}: ${why}`, { place }),
) {
  let document: Document | undefined;
  const parsed = () =>
    (document ??= parseDocument(text, {
      prettyErrors: false,
      logLevel: "silent",
      uniqueKeys: format === "yaml",
    }));
  return {
    value:
      format === "json"
        ? parseJson(text, file, refuse)
        : yamlValue(parsed(), text, file, refuse),
    /** Returns the position in the text of the value at a path. */
    findPlace(path: readonly (string | number)[]): Place {
      // The YAML parser finds positions in JSON, too, because every JSON text
      // is also YAML. It runs only if a position is needed.
      for (let length = path.length; length > 0; length--) {
        const node = parsed().getIn(path.slice(0, length), true);
        if (isNode(node) && node.range)
          return placeAt(node.range[0], file, text);
      }
      return placeAt(0, file, text);
    },
  };
}

/**
 * Returns the value of a YAML document. Rejects cycles, which JSON cannot
 * express, and aliases that would multiply the size of the value.
 */
function yamlValue(
  document: Document,
  text: string,
  file: string,
  refuse: RefuseText,
): unknown {
  const [error] = document.errors;
  if (error) {
    const [why = ""] = error.message.split(/ at line |\n/);
    throw refuse(why, placeAt(error.pos[0], file, text));
  }
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })));
  } catch (error) {
    throw refuse((error as Error).message, placeAt(0, file, text));
  }
}
