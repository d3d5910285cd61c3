import os from "node:os";
import path from "node:path";

/**
 * Returns the user's cache folder for this program: `MCP_CODEGEN_CACHE`, or the
 * usual folder of the platform. The folder may not exist yet.
 */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home = os.homedir,
): string {
  const own = env["MCP_CODEGEN_CACHE"];
  if (own) return path.resolve(own);
  if (platform === "win32")
    return path.win32.join(
      env["LOCALAPPDATA"] || path.win32.join(home(), "AppData", "Local"),
      "mcp-codegen",
      "Cache",
    );
  // The XDG specification requires that relative paths are ignored.
  const xdg = env["XDG_CACHE_HOME"];
  if (xdg && path.isAbsolute(xdg)) return path.posix.join(xdg, "mcp-codegen");
  return platform === "darwin"
    ? path.posix.join(home(), "Library", "Caches", "mcp-codegen")
    : path.posix.join(home(), ".cache", "mcp-codegen");
}
