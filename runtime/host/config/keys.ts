/**
 * Keys of a server in configuration files, including those of other programs.
 */
import { nearestWord } from "./nearest.js";

/** Keys whose values are used. */
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
 * Keys that only other programs use, accepted without a warning. Some of them
 * allow tool calls without asking. They have no effect here, because the
 * consent hooks of this host decide.
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

/** Keys that `strict` accepts. */
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

/** Tells whether the value of a key is used. */
export function isUsedKey(key: string): boolean {
  return USED_KEYS.has(key);
}

/** Returns the problem of an unknown key, or `undefined` for a known key. */
export function findKeyProblem(
  key: string,
  strict: boolean,
): string | undefined {
  const known = strict ? STRICT_KEYS : [...USED_KEYS, ...IGNORED_KEYS];
  // Keys that do not start with a letter, such as `//` and `$schema`, are not
  // settings.
  if (known.includes(key) || (!strict && /^[^a-z]/i.test(key)))
    return undefined;
  const meant = nearestWord(key, known);
  if (meant !== undefined) return `unknown key; did you mean ${meant}?`;
  return strict
    ? `unknown key; expected one of ${known.join(", ")}`
    : "unknown key";
}
