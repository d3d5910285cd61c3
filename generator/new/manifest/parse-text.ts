import { isNode, parseDocument, type Document } from "yaml";
import { placeAt, type Place, type RefuseText } from "../../support/errors.js";
import { parseJson } from "../../support/json.js";
import { newError } from "../diagnostics.js";
import { findOffset, locateValues } from "./json-offsets.js";

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
  if (format === "json") {
    let root: ReturnType<typeof locateValues> | undefined;
    return {
      value: parseJson(text, file, refuse),
      /** Returns the line and column of the value at a path. */
      findPlace(path: readonly (string | number)[]): Place {
        root ??= locateValues(text);
        return placeAt(findOffset(root, path), file, text);
      },
    };
  }
  const document = readYaml(text, file, refuse);
  return {
    value: yamlValue(document, text, file, refuse),
    findPlace(path: readonly (string | number)[]): Place {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range)
          return placeAt(node.range[0], file, text);
      }
      return placeAt(0, file, text);
    },
  };
}

/**
 * Maximum length of a YAML file in characters. The parser needs about a second
 * for a file of this length.
 */
const MAX_YAML = 500_000;

/**
 * Maximum nesting of a YAML file, in levels. The parser is recursive, so deeper
 * files could crash the process.
 */
const MAX_YAML_LEVELS = 256;

/** Pattern of a line with too many nested lists, such as `- - - a`. */
const NESTED_ENTRIES = new RegExp(`(?:[-?:][ \\t]+){${MAX_YAML_LEVELS}}`);

function readYaml(text: string, file: string, refuse: RefuseText): Document {
  const start = placeAt(0, file, text);
  if (text.length > MAX_YAML)
    throw refuse(
      `a YAML file may have at most ${MAX_YAML} characters. Convert the file to JSON.`,
      start,
    );
  let level = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    level = Math.max(0, level + ("[{".includes(bracket) ? 1 : -1));
    if (level > MAX_YAML_LEVELS) throw tooDeep(index);
  }
  const entries = NESTED_ENTRIES.exec(text);
  if (entries) throw tooDeep(entries.index);
  return parseDocument(text, { prettyErrors: false, logLevel: "silent" });

  function tooDeep(offset: number): Error {
    const why = `a YAML file may have at most ${MAX_YAML_LEVELS} levels.`;
    return refuse(why, placeAt(offset, file, text));
  }
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
