/** Keys of a server in configurations, those of other programs among them. */
import { nearestWord } from "./nearest.js";

/** Keys that are read. */
const READ = new Set([
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
 * Keys that mean something to the program that wrote them alone. Those that
 * allow calls unasked are among them: here the consent of this host's user counts.
 */
const KEPT: readonly string[] = [
  // Cline, Roo, Gemini, Amazon Q
  "alwaysAllow",
  "autoApprove",
  "trust",
  "watchPaths",
  "extension",
  "authProviderType",
  "targetAudience",
  "targetServiceAccount",
  // Claude Code, Cursor
  "oauth",
  "auth",
  "headersHelper",
  "alwaysLoad",
  // VS Code, Copilot
  "dev",
  "gallery",
  "version",
  "sandbox",
  "sandboxEnabled",
  "tools",
  // Windsurf, Zed
  "registry",
  "source",
  "settings",
  "remote",
  // Inspector
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

/** Those that `strict` knows. */
const STRICT: readonly string[] = [
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

/** Whether the key is of use here. */
export function isRead(key: string): boolean {
  return READ.has(key);
}

/** What is wrong with a key; undefined when it is known. */
export function problemOfKey(key: string, strict: boolean): string | undefined {
  const known = strict ? STRICT : [...READ, ...KEPT];
  // What begins with a sign, as `//` and `$schema`, is no setting.
  if (known.includes(key) || (!strict && /^[^a-z]/i.test(key)))
    return undefined;
  const meant = nearestWord(key, known);
  if (meant !== undefined) return `unknown; did you mean ${meant}?`;
  return strict ? `unknown; known are ${known.join(", ")}` : "unknown";
}
