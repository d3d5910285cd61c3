import cacheFolder = require("./cache-place.cjs");

export { cacheFolder };

/**
 * Whether a run may keep what makes the next one quicker. Generating writes
 * nothing outside of its output folder unless the user named a cache folder.
 */
export function mayKeep(): boolean {
  return Boolean(process.env["MCP_CODEGEN_CACHE"]);
}
