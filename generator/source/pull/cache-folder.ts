import os from "node:os";
import path from "node:path";

/** What the cache folder's place depends on; tests pass their own. */
interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: () => string;
}

const OURS: Surroundings = {
  env: process.env,
  platform: process.platform,
  home: os.homedir,
};

/**
 * The user's cache folder of this program, whether it exists or not:
 * `MCP_CODEGEN_CACHE`, or the place that the platform has for caches.
 */
export function cacheFolder({ env, platform, home } = OURS): string {
  const own = env["MCP_CODEGEN_CACHE"];
  if (own) return path.resolve(own);
  if (platform === "win32")
    return path.win32.join(
      env["LOCALAPPDATA"] || path.win32.join(home(), "AppData", "Local"),
      "mcp-codegen",
      "Cache",
    );
  // The XDG specification has relative paths ignored.
  const xdg = env["XDG_CACHE_HOME"];
  if (xdg && path.isAbsolute(xdg)) return path.posix.join(xdg, "mcp-codegen");
  return platform === "darwin"
    ? path.posix.join(home(), "Library", "Caches", "mcp-codegen")
    : path.posix.join(home(), ".cache", "mcp-codegen");
}
