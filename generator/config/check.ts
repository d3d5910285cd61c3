import { FEATURES, OUTPUTS, TRANSPORTS } from "../emit/context.js";
import {
  placeAt,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import { isPackageName } from "../support/package-name.js";
import { nearest } from "../support/nearest.js";
import type { Config } from "./define.js";
import { knownRevisions } from "../source/revisions.js";
import { configError } from "./diagnostics.js";
import { PACKAGE_KEY } from "./find.js";

type Check = (value: unknown) => string | null;

const text: Check = (value) =>
  typeof value === "string" && value !== "" ? null : "a string";
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string)
      ? null
      : words.map((word) => JSON.stringify(word)).join(" or ");

/** Some of the words: in an array, or else alone or in a string with commas. */
const someOf =
  (words: readonly string[], { alone }: { readonly alone: boolean }): Check =>
  (value) => {
    const given = Array.isArray(value) || alone ? [value].flat() : [""];
    const named = given.flatMap((one) =>
      alone ? String(one).split(",") : [String(one)],
    );
    const wrong = named.find((word) => !words.includes(word.trim()));
    if (wrong === undefined) return null;
    const hint = nearest(wrong, words);
    return `${alone ? "" : "a list of "}some of ${words.join(", ")}${hint ? `, such as "${hint}"` : ""}`;
  };

/** What each member has to be. */
const MEMBERS: Readonly<Record<keyof Config, Check>> = {
  rev: (value) =>
    someOf([...knownRevisions(), "latest", "all"], { alone: true })(value),
  schema: text,
  source: oneOf("bundled", "pulled"),
  extensions: (value) =>
    Array.isArray(value) && value.every((one) => text(one) === null)
      ? null
      : 'a list of names and paths, such as ["tasks"]',
  out: text,
  only: someOf(OUTPUTS, { alone: false }),
  features: someOf(FEATURES, { alone: false }),
  transports: someOf(TRANSPORTS, { alone: false }),
  importExt: oneOf("js", "ts"),
  protocolVersion: text,
  runtime: (value) =>
    isPackageName(value) ? null : 'the name of a package, such as "@acme/mcp"',
  templates: text,
};

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
  const wrong = (key: string, message: string): readonly Diagnostic[] => {
    const place = placeOf(key, file, source);
    return configError("MCP053", `${file}: ${message}`, { place }).diagnostics;
  };
  const problems = Object.entries(value).flatMap(([key, member]) => {
    // Editors read it, and this program does not.
    if (key === "$schema" || member === undefined) return [];
    const message = mistakeIn(key, member);
    return message === null ? [] : wrong(key, message);
  });
  if ("rev" in value && "schema" in value)
    problems.push(...wrong("schema", '"rev" and "schema" are two sources.'));
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
  const pattern = new RegExp(`(?<![\\w$])(["']?)${name}\\1\\s*[:,}]`, "g");
  // A package.json has members of the same names above ours.
  const ours = new RegExp(`"${PACKAGE_KEY}"\\s*:\\s*\\{`).exec(source);
  pattern.lastIndex = file.endsWith("package.json") ? (ours?.index ?? 0) : 0;
  const match = pattern.exec(source);
  if (!match) return null;
  return placeAt(match.index, file, source);
}
