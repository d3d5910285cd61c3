import { isNode, parseDocument, type Document } from "yaml";
import { placeAt, type Place, type RefuseText } from "../../support/errors.js";
import { parseJson } from "../../support/json.js";
import { newError } from "../diagnostics.js";

/**
 * Parses JSON or YAML, and finds out where what is wrong stands. JSON is strict.
 *
 * @throws UserError with the place.
 */
export function parseText(text: string, file: string, format: "json" | "yaml") {
  const refuse: RefuseText = (why, place) =>
    newError("MCP611", `${file} does not parse: ${why}`, { place });
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
    /** Where the value under a path begins. */
    placeOf(path: readonly (string | number)[]): Place {
      // JSON is YAML too, and is parsed again when something is wrong.
      for (let length = path.length; length > 0; length--) {
        const node = parsed().getIn(path.slice(0, length), true);
        if (isNode(node) && node.range)
          return placeAt(node.range[0], file, text);
      }
      return placeAt(0, file, text);
    },
  };
}

/** YAML can say what JSON cannot: cycles, and aliases that multiply. */
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
