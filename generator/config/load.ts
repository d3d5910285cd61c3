import { readFileSync } from "node:fs";
import { once } from "node:events";
import { createRequire } from "node:module";
import { basename, dirname, relative, resolve } from "node:path";
import { UserError } from "../support/errors.js";
import { parseJson } from "../support/json.js";
import { readUserText } from "../source/user-text.js";
import { checkConfig } from "./check.js";
import { configError } from "./diagnostics.js";
import { findConfigs, PACKAGE_KEY } from "./find.js";

/**
 * Loads the configuration of a folder.
 *
 * @param file path from `--config`; if undefined, the function searches for the
 *   configuration
 * @returns null if no configuration was found; otherwise the configuration, its
 *   folder and `files`. `files` has the absolute paths of the configuration
 *   file and of the local files that it imports.
 * @throws UserError if the configuration cannot be read or is invalid, or if
 *   several configurations were found.
 */
export async function loadConfig(cwd: string, file?: string) {
  const path = file === undefined ? findConfig(cwd) : resolve(cwd, file);
  if (path === null) return null;
  const shown = relative(cwd, path) || path;
  const text = readUserText(path, (_what, cause) =>
    configError("MCP050", `Cannot read the configuration ${shown}.`, { cause }),
  );
  const files = new Set([path]);
  const value = path.endsWith(".json")
    ? readJson(path, shown, text)
    : await runModule(path, shown, files);
  const config = checkConfig(value, shown, text);
  return { config, folder: dirname(path), files: [...files] };
}

function findConfig(cwd: string): string | null {
  const [first = null, ...more] = findConfigs(cwd);
  if (first !== null && more.length > 0) {
    const names = [first, ...more].map((path) => relative(cwd, path));
    throw configError(
      "MCP051",
      `Found several configurations: ${names.join(" and ")}.`,
    );
  }
  return first;
}

function readJson(path: string, shown: string, text: string): unknown {
  const json = parseJson(text, shown, (why, place) =>
    configError("MCP052", `${shown} is not valid JSON: ${why}`, { place }),
  );
  return basename(path) === "package.json"
    ? (json as Record<string, unknown>)[PACKAGE_KEY]
    : json;
}

/**
 * Returns the configuration that a module exports by default. If the export is
 * a function, returns its result. Adds the imported files to `files`.
 */
async function runModule(
  path: string,
  shown: string,
  files: Set<string>,
): Promise<unknown> {
  const [{ loadModule, resolveModule }, api] = await Promise.all([
    import("./load-module.js"),
    // Let the configuration import "mcp-codegen" even if the package is not
    // installed: the import resolves to this running program.
    import("../index.js"),
  ]);
  try {
    const exports = loadModule(path, {
      read(file) {
        files.add(file);
        return readFileSync(file, "utf8");
      },
      resolve(specifier, from) {
        if (specifier === "mcp-codegen") return { loaded: api };
        const module = /^\.\.?\//.test(specifier)
          ? resolveModule(specifier, from)
          : undefined;
        if (module !== undefined && /\.[cm]?[jt]s$/.test(module))
          return { module };
        const require = createRequire(from);
        if (module !== undefined) {
          files.add(module);
          // Clear the module cache of Node.js, because the file may have
          // changed since the last run.
          delete require.cache[require.resolve(specifier)];
        }
        return { loaded: require(specifier) as unknown };
      },
      refuse(why, { file: path, ...place }) {
        const file = relative(process.cwd(), path);
        const at = { place: { file, ...place } };
        return configError("MCP052", `${file}: ${why}`, at);
      },
    });
    const value: unknown = exports["default"];
    const result: unknown = typeof value === "function" ? value() : value;
    return await waitFor(result, shown);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw configError("MCP052", `${shown} failed: ${message}`, {
      cause:
        "The code of the configuration file threw an error. The message of this diagnostic quotes the error.",
      fix: `Correct ${shown}, or its imports, and run the command again.`,
    });
  }
}

/**
 * Waits for the promise that a configuration file exports. Throws an error if
 * the promise never settles; Node.js would exit silently.
 */
async function waitFor(value: unknown, shown: string): Promise<unknown> {
  const done = new AbortController();
  const ended = once(process, "beforeExit", done).then(() => {
    throw configError(
      "MCP052",
      `${shown} returns a promise that never settles.`,
      {
        cause:
          "The promise is pending, but no timer or other work remains that could settle it.",
        fix: `Resolve the promise in ${shown}, or export the configuration itself.`,
      },
    );
  });
  try {
    return await Promise.race([value, ended]);
  } finally {
    done.abort();
  }
}
