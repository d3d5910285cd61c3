/**
 * Detection of the unit of the key `timeout`. The unit depends on the program
 * for which the configuration file was written.
 */
import { isObject } from "../../validation/guards.js";
import { getAtPath, type ConfigPath } from "./values.js";
import type { FoundServer } from "./containers.js";

/**
 * Folders in which Gemini, Qwen and Copilot store their configuration. These
 * programs write `timeout` in milliseconds.
 */
const MILLISECONDS_FOLDER = /(?:^|[\\/])\.(?:gemini|qwen|copilot)[\\/]/;

/** Settings that only the configuration files of Gemini and Qwen have. */
const GEMINI_SETTINGS: readonly ConfigPath[] = [
  ["mcp", "allowed"],
  ["mcp", "excluded"],
  ["mcp", "serverCommand"],
  ["mcpServerCommand"],
  ["allowMCPServers"],
  ["excludeMCPServers"],
];

/** Keys that only server entries of Gemini and Qwen have. */
const GEMINI_KEYS = ["httpUrl", "trust", "excludeTools", "authProviderType"];

/**
 * Returns the unit of `timeout` in a server entry, in milliseconds: 1 or 1,000.
 * Returns `undefined` if the file does not show which program wrote it.
 *
 * @param root Whole configuration file.
 * @param file Path of the configuration file.
 */
export function findTimeoutUnit(
  root: unknown,
  { path, value }: FoundServer,
  file = "",
): number | undefined {
  const [place, below] = path;
  const { type } = Object(value) as { readonly type?: unknown };
  // opencode and Kilo have servers of the types `local` and `remote`, Copilot
  // has servers of the type `local`. All three use milliseconds.
  if (type === "local" || type === "remote") return 1;
  // Zed (`context_servers`), Goose (`extensions`) and Crush (`mcp`) use
  // seconds. Servers in `mcp.servers` do not belong to Crush, but to version 2
  // of opencode.
  if (place === "context_servers" || place === "extensions") return 1_000;
  if (place === "mcp" && below !== "servers" && type !== undefined)
    return 1_000;
  const isMilliseconds =
    // The user configuration of Claude Code has `projects` and uses
    // milliseconds.
    isObject(getAtPath(root, ["projects"])) ||
    MILLISECONDS_FOLDER.test(file) ||
    GEMINI_SETTINGS.some((setting) => getAtPath(root, setting) !== undefined) ||
    GEMINI_KEYS.some((key) => getAtPath(value, [key]) !== undefined);
  return isMilliseconds ? 1 : undefined;
}

/**
 * Converts the value of `timeout` to milliseconds. `unit` is undefined if the
 * unit is not known.
 */
export function toMilliseconds(
  timeout: number,
  unit: number | undefined,
): number {
  // Without a known unit, values up to 3600 are read as seconds, because Cline
  // and Roo allow at most one hour. Larger values are read as milliseconds.
  return timeout * (unit ?? (timeout <= 3_600 ? 1_000 : 1));
}
