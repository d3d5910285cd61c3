/**
 * Keys of a server entry in configuration files, including keys that only other
 * programs use.
 */
import { nearestWord } from "./nearest.js";

/** Keys of a server entry whose values are used. */
const USED_KEYS = new Set([
  "command",
  "args",
  "env",
  "cwd",
  "envFile",
  "url",
  "serverUrl",
  "httpUrl",
  "headers",
  "type",
  "transport",
  "transportType",
  "disabled",
  "enabled",
  "disabledTools",
  "excludeTools",
  "includeTools",
  "timeout",
  "requestTimeout",
]);

/**
 * Keys of a server entry that only other programs use. They are accepted
 * without a warning. Some of these keys allow tool calls without asking the
 * user. Here they have no effect, because the consent hooks of the host decide.
 */
const IGNORED_KEYS: readonly string[] = [
  // Keys of Cline, Roo, Gemini and Amazon Q.
  "alwaysAllow",
  "autoApprove",
  "trust",
  "watchPaths",
  "extension",
  "authProviderType",
  "targetAudience",
  "targetServiceAccount",
  // Keys of Claude Code and Cursor.
  "oauth",
  "auth",
  "headersHelper",
  "alwaysLoad",
  // Keys of VS Code and Copilot.
  "dev",
  "gallery",
  "version",
  "sandbox",
  "sandboxEnabled",
  "tools",
  // Keys of Windsurf and Zed.
  "registry",
  "source",
  "settings",
  "remote",
  // Keys of the MCP Inspector.
  "protocolEra",
  "modernLogLevel",
  "roots",
  "metadata",
  "taskTtl",
  "connectionTimeout",
  "autoRefreshOnListChanged",
  "paginatedLists",
  "advertisedExtensions",
  "maxFetchRequests",
  "name",
  "title",
  "description",
  "note",
  "icon",
];

/** Keys of a server entry that are accepted if `strict` is set. */
const STRICT_KEYS: readonly string[] = [
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "headers",
  "type",
  "disabled",
  "autoApprove",
  "timeout",
  "description",
];

/** Returns whether the value of a key is used. */
export function isUsedKey(key: string): boolean {
  return USED_KEYS.has(key);
}

/**
 * Returns the problem with a key if the key is unknown, and `undefined` for a
 * known key.
 */
export function findKeyProblem(
  key: string,
  strict: boolean,
): string | undefined {
  const known = strict ? STRICT_KEYS : [...USED_KEYS, ...IGNORED_KEYS];
  // Keys that do not start with a letter are not settings, such as `//` and
  // `$schema`.
  if (known.includes(key) || (!strict && /^[^a-z]/i.test(key)))
    return undefined;
  const meant = nearestWord(key, known);
  if (meant !== undefined) return `unknown key; did you mean ${meant}?`;
  return strict
    ? `unknown key; expected one of ${known.join(", ")}`
    : "unknown key";
}
