/** Parser for TOML that also finds the positions of values. */
import type { JsonWithPositions } from "../../../runtime/host/config/json-places.js";
import { placeAt, type RefuseText } from "../../support/errors.js";

const KEY = /"[^"\n]*"|'[^'\n]*'|[\w-]+/g;

/**
 * Pattern of a table header (`[a.b]` or `[[a.b]]`), or of a key with its equals
 * sign (`a.b =`).
 */
const LINE =
  /^([ \t]*)(?:(\[\[?)([^\]\n]+)\]|((?:"[^"\n]*"|'[^'\n]*'|[\w. \t-])+)=)/gm;

/**
 * Parses TOML. The package for TOML is loaded at the first call.
 *
 * @throws The error that `refuse` creates if the TOML is invalid.
 */
export async function parseToml(
  text: string,
  file: string,
  refuse: RefuseText,
): Promise<JsonWithPositions> {
  const { parse, TomlError } = await import("smol-toml");
  const positions = findPositions(text);
  try {
    return {
      // Dates and times become texts, as in JSON.
      value: JSON.parse(JSON.stringify(parse(text))),
      repeated: [],
      getPosition(path) {
        for (let length = path.length; length > 0; length--) {
          const at = positions.get(JSON.stringify(path.slice(0, length)));
          if (at !== undefined) return placeAt(at, file, text);
        }
        return { line: 1, column: 1 };
      },
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column, message } = error;
    const [why = ""] = message
      .replace(/^Invalid TOML document: /, "")
      .split("\n");
    const lines = text.split("\n").slice(0, line - 1);
    const offset = lines.join("\n").length + (line > 1 ? column : column - 1);
    throw refuse(why, placeAt(offset, file, text));
  }
}

/**
 * Returns the offset of each table and key. The keys of the map are paths as
 * JSON, such as `["a","b"]`.
 */
function findPositions(text: string): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const counts = new Map<string, number>();
  let table: (string | number)[] = [];
  for (const match of text.matchAll(LINE)) {
    const [, indent = "", bracket, header, key = ""] = match;
    const names = [...(header ?? key).matchAll(KEY)].map(([name]) =>
      name.replace(/^["']|["']$/g, ""),
    );
    const path: (string | number)[] =
      bracket === undefined ? [...table, ...names] : names;
    if (bracket !== undefined) table = path;
    if (bracket === "[[") {
      const name = JSON.stringify(names);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      path.push(count);
    }
    positions.set(JSON.stringify(path), match.index + indent.length);
  }
  return positions;
}
