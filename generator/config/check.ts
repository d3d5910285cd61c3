import { codeFrame, UserError, type Place } from "../errors.js";
import { nearest } from "../nearest.js";
import type { Config } from "./define.js";
import { configError } from "./diagnostics.js";

type Check = (value: unknown) => string | null;

const text: Check = (value) =>
  typeof value === "string" && value !== "" ? null : "a text";
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string)
      ? null
      : words.map((word) => JSON.stringify(word)).join(" or ");
const texts: Check = (value) =>
  Array.isArray(value) && value.every((one) => text(one) === null)
    ? null
    : "a list of texts";

/** What each member has to be. */
const MEMBERS: Readonly<Record<keyof Config, Check>> = {
  rev: (value) =>
    text(value) === null || texts(value) === null
      ? null
      : "a text or a list of texts",
  schema: text,
  source: oneOf("bundled", "pulled"),
  out: text,
  only: texts,
  importExt: oneOf("js", "ts"),
  protocolVersion: text,
  templates: text,
};

/** What editors read, and this program does not. */
const IGNORED: ReadonlySet<string> = new Set(["$schema"]);

/**
 * A value that a file exports, as a configuration.
 *
 * @param source text of the file, in which the places are looked for
 * @throws UserError naming each member that is wrong.
 */
export function checkConfig(
  value: unknown,
  file: string,
  source: string,
): Config {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw configError("MCP053", `${file} has no configuration.`, {
      cause: "Its default export, or its text, has to be an object.",
      fix: 'Write `export default { rev: "2025-06-18" }`, or JSON like it.',
    });
  const problems = Object.entries(value).flatMap(([key, member]) => {
    if (IGNORED.has(key) || member === undefined) return [];
    const message = mistakeIn(key, member);
    if (message === null) return [];
    const place = placeOf(key, file, source);
    return configError("MCP053", `${file}: ${message}`, place ? { place } : {})
      .diagnostics;
  });
  if (problems.length > 0) throw new UserError(problems);
  return value as Config;
}

function mistakeIn(key: string, value: unknown): string | null {
  if (!Object.hasOwn(MEMBERS, key)) {
    const hint = nearest(camelCase(key), Object.keys(MEMBERS));
    return `there is no "${key}".${hint ? ` Did you mean "${hint}"?` : ""}`;
  }
  const wanted = MEMBERS[key as keyof Config](value);
  return wanted === null
    ? null
    : `"${key}" is ${shown(value)}; it takes ${wanted}.`;
}

function camelCase(key: string): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 40 ? `${json.slice(0, 40)} …` : json;
}

/** Where the member's name stands, when it stands there in so many words. */
function placeOf(key: string, file: string, source: string): Place | null {
  const name = key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const match = new RegExp(`(?<![\\w$])(["']?)${name}\\1\\s*[:,}]`).exec(
    source,
  );
  if (!match) return null;
  const before = source.slice(0, match.index).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return { file, line, column, frame: codeFrame(source, line, column) };
}
