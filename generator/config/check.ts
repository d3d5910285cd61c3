import { normalize } from "node:path";
import { isObject } from "../../runtime/validation/guards.js";
import { FEATURES, OUTPUTS, TRANSPORTS } from "../emit/context.js";
import {
  placeAt,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import { isPackageName } from "../support/package-name.js";
import { nearest } from "../support/nearest.js";
import { isStoredAddress } from "../snapshot/address.js";
import { isInsidePath } from "../write/manifest.js";
import type { Config } from "./define.js";
import { knownRevisions } from "../source/revisions.js";
import { configError } from "./diagnostics.js";
import { PACKAGE_KEY } from "./find.js";

/**
 * Function that checks a value. Returns a description of valid values, or null
 * if the value is valid.
 */
type MemberCheck = (value: unknown) => string | null;

/** Name of an invalid member, and a message. */
type Problem = readonly [member: string, message: string];

const text: MemberCheck = (value) =>
  typeof value === "string" && value !== "" ? null : "a string";
const expectOneOf =
  (...words: readonly string[]): MemberCheck =>
  (value) =>
    words.includes(value as string)
      ? null
      : words.map((word) => JSON.stringify(word)).join(" or ");

const isPattern = (value: unknown): boolean =>
  typeof value === "string" && isInsidePath(value.replace(/\/$/, ""));

/**
 * Creates a check that accepts an array of strings, each of which is one of
 * `words`. With `alone`, the check also accepts a single string, in which
 * commas may separate the words.
 */
const expectListOf =
  (
    words: readonly string[],
    { alone }: { readonly alone: boolean },
  ): MemberCheck =>
  (value) => {
    const given = Array.isArray(value) || alone ? [value].flat() : [""];
    const named = given.flatMap((item) =>
      alone ? String(item).split(",") : [String(item)],
    );
    const wrong = named.find((word) => !words.includes(word.trim()));
    if (wrong === undefined) return null;
    const hint = nearest(wrong, words);
    return `${alone ? "one or more of" : "a list of"} ${words.join(", ")}${hint ? `. Did you mean "${hint}"?` : ""}`;
  };

const SERVER = '{ "from": "node server.js", "out": "src/weather.ts" }';

/**
 * Members that a server in `servers` may have if its address is given as a
 * command line or a URL.
 */
const ADDRESS = ["from", "headers", "env", "inheritEnv"];

/** Checks of the configuration's values, by name of the member. */
const MEMBERS: Readonly<Record<keyof Config, MemberCheck>> = {
  rev: (value) =>
    expectListOf([...knownRevisions(), "latest", "all"], { alone: true })(
      value,
    ),
  schema: text,
  source: expectOneOf("bundled", "pulled"),
  extensions: (value) =>
    Array.isArray(value) && value.every((item) => text(item) === null)
      ? null
      : 'a list of names and paths, such as ["tasks"]',
  out: text,
  keep: (value) =>
    Array.isArray(value) && value.every(isPattern)
      ? null
      : 'a list of paths or globs inside the output folder, such as ["mine/**"]',
  only: expectListOf(OUTPUTS, { alone: false }),
  features: expectListOf(FEATURES, { alone: false }),
  transports: expectListOf(TRANSPORTS, { alone: false }),
  importExt: expectOneOf("js", "ts"),
  protocolVersion: text,
  capabilities: (value) =>
    isObject(value) &&
    Object.values(value).every((name) => name === null || text(name) === null)
      ? null
      : 'an object with a capability or null for each method, such as { "acme/list": "acme" }',
  runtime: (value) =>
    isPackageName(value) ? null : 'the name of a package, such as "@acme/mcp"',
  templates: text,
  servers: (value) =>
    isObject(value)
      ? null
      : `an object with an address and a file for each server, such as { "weather": ${SERVER} }`,
};

/**
 * Checks one server of the member `servers`. Returns the name of the invalid
 * member and a message, or null if the server is valid.
 */
function checkServer([name, value]: [string, unknown]): Problem | null {
  const server = Object(value) as Record<string, unknown>;
  const place = JSON.stringify(`servers.${name}`);
  const stored = "config" in server || "server" in server;
  const members = [
    ...("from" in server || !stored ? ADDRESS : []),
    ...("from" in server ? [] : ["config", "server"]),
    "out",
  ];
  const unknown = Object.keys(server).find((key) => !members.includes(key));
  if (unknown !== undefined && isObject(value)) {
    const hint = nearest(unknown, members);
    const advice = hint
      ? `Did you mean "${hint}"?`
      : `Allowed members: ${members.join(", ")}.`;
    return [unknown, `unknown member "${unknown}" in ${place}. ${advice}`];
  }
  if (!isStoredAddress(value) || text(server["out"]) !== null)
    return [
      name,
      `${place} is ${formatValue(value)}; expected an object with an address and a file, such as ${SERVER}.`,
    ];
  if ((server["inheritEnv"] ?? true) === true) return null;
  return [
    "inheritEnv",
    `"inheritEnv" in ${place} is ${formatValue(server["inheritEnv"])}; expected true.`,
  ];
}

/**
 * Returns a problem if one of the earlier servers has the same file `out`, which
 * one of the two servers would overwrite.
 */
function checkOut(
  [name, server]: [string, unknown],
  earlier: readonly [string, unknown][],
): Problem | null {
  const getFile = (value: unknown) =>
    normalize(String((Object(value) as { readonly out?: unknown }).out));
  const same = earlier.find(([, other]) => getFile(other) === getFile(server));
  if (!same) return null;
  const names = `"servers.${same[0]}" and "servers.${name}"`;
  return [name, `${names} have the same file "out". Use two files.`];
}

/**
 * Checks the value that a configuration file exports.
 *
 * @param source Text of the file, to find the line of each error.
 * @throws UserError with all invalid members.
 */
export function checkConfig(
  value: unknown,
  file: string,
  source: string,
): Config {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw configError(
      "MCP053",
      `${file} does not contain a configuration object.`,
      {
        cause: "The default export, or the JSON text, is not an object.",
        fix: 'Write `export default { rev: "2025-06-18" }`; in a JSON file, { "rev": "2025-06-18" }.',
      },
    );
  const report = (key: string, message: string): readonly Diagnostic[] => {
    const place = findMember(key, file, source);
    return configError("MCP053", `${file}: ${message}`, { place }).diagnostics;
  };
  const problems = Object.entries(value).flatMap(([key, member]) => {
    // The member `$schema` is only for editors, so it is not checked.
    if (key === "$schema" || member === undefined) return [];
    if (key === "servers" && isObject(member))
      return Object.entries(member)
        .map(
          (entry, index, all) =>
            checkServer(entry) ?? checkOut(entry, all.slice(0, index)),
        )
        .flatMap((problem) => (problem ? report(...problem) : []));
    const message = checkMember(key, member);
    return message === null ? [] : report(key, message);
  });
  if ("rev" in value && "schema" in value)
    problems.push(
      ...report(
        "schema",
        '"rev" and "schema" exclude each other. Remove one of them.',
      ),
    );
  if (problems.length > 0) throw new UserError(problems);
  return value as Config;
}

function checkMember(key: string, value: unknown): string | null {
  if (!Object.hasOwn(MEMBERS, key)) {
    const hint = nearest(key, Object.keys(MEMBERS));
    return `unknown member "${key}".${hint ? ` Did you mean "${hint}"?` : ""}`;
  }
  const expected = MEMBERS[key as keyof Config](value);
  return expected === null
    ? null
    : `"${key}" is ${formatValue(value)}; expected ${expected}${expected.endsWith("?") ? "" : "."}`;
}

function formatValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 40 ? `${json.slice(0, 40)} …` : json;
}

/**
 * Returns the position of a member's name in the text, or null if the name is
 * not written literally.
 */
function findMember(key: string, file: string, source: string): Place | null {
  const name = key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\w$])(["']?)${name}\\1\\s*[:,}]`, "g");
  // In package.json, search only after the key `mcp-codegen`, because members
  // outside of its value can have the same names.
  const section = new RegExp(`"${PACKAGE_KEY}"\\s*:\\s*\\{`).exec(source);
  pattern.lastIndex = file.endsWith("package.json") ? (section?.index ?? 0) : 0;
  const match = pattern.exec(source);
  if (!match) return null;
  return placeAt(match.index, file, source);
}
