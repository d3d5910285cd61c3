/**
 * Keys of a server entry in configuration files of MCP hosts. Includes keys
 * that only other programs use.
 */
import { nearestWord } from "./nearest.js";

/** Keys of a server entry whose values the host uses. */
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
 * user. The host ignores them, because its consent hooks decide about tool
 * calls.
 */
const IGNORED_KEYS: readonly string[] = [
  // Keys that Cline, Roo, Gemini and Amazon Q define.
  "alwaysAllow",
  "autoApprove",
  "trust",
  "watchPaths",
  "extension",
  "authProviderType",
  "targetAudience",
  "targetServiceAccount",
  // Keys that Claude Code and Cursor define.
  "oauth",
  "auth",
  "headersHelper",
  "alwaysLoad",
  // Keys that VS Code and Copilot define.
  "dev",
  "gallery",
  "version",
  "sandbox",
  "sandboxEnabled",
  "tools",
  // Keys that Windsurf and Zed define.
  "registry",
  "source",
  "settings",
  "remote",
  // Keys that the MCP Inspector defines.
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

/** Returns whether the host uses the value of a configuration key. */
export function isUsedKey(key: string): boolean {
  return USED_KEYS.has(key);
}

/**
 * Returns a description of the problem if a key is unknown, and `undefined` if
 * the key is known.
 */
export function findKeyProblem(
  key: string,
  strict: boolean,
): string | undefined {
  const known = strict ? STRICT_KEYS : [...USED_KEYS, ...IGNORED_KEYS];
  // Keys such as `//` and `$schema`, which do not start with a letter, are not
  // settings.
  if (known.includes(key) || (!strict && /^[^a-z]/i.test(key)))
    return undefined;
  const meant = nearestWord(key, known);
  if (meant !== undefined) return `unknown key; did you mean ${meant}?`;
  return strict
    ? `unknown key; expected one of ${known.join(", ")}`
    : "unknown key";
}
