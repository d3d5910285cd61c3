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
 * The configuration that counts in a folder, or null when there is none; the
 * folder that its paths are relative to, and the files that it and what it
 * imports by path are in, by their absolute paths.
 *
 * @param file the one that the user named, in place of looking for it
 * @throws UserError when it is missing, broken or wrong, or there are two.
 */
export async function loadConfig(cwd: string, file?: string) {
  const path = file === undefined ? found(cwd) : resolve(cwd, file);
  if (path === null) return null;
  const shown = relative(cwd, path) || path;
  const text = readUserText(path, (_what, cause) =>
    configError("MCP050", `${shown} can not be read.`, { cause }),
  );
  const files = new Set([path]);
  const value = path.endsWith(".json")
    ? readJson(path, shown, text)
    : await runModule(path, shown, files);
  const config = checkConfig(value, shown, text);
  return { config, folder: dirname(path), files: [...files] };
}

function found(cwd: string): string | null {
  const [first = null, ...more] = findConfigs(cwd);
  if (first !== null && more.length > 0) {
    const names = [first, ...more].map((path) => relative(cwd, path));
    throw configError("MCP051", `There are ${names.join(" and ")}.`);
  }
  return first;
}

function readJson(path: string, shown: string, text: string): unknown {
  const json = parseJson(text, shown, (why, place) =>
    configError("MCP052", `${shown} is not JSON: ${why}`, { place }),
  );
  return basename(path) === "package.json"
    ? (json as Record<string, unknown>)[PACKAGE_KEY]
    : json;
}

/** The default export; called, when it is a function. What it imports joins `files`. */
async function runModule(
  path: string,
  shown: string,
  files: Set<string>,
): Promise<unknown> {
  const [{ loadModule, moduleFile }, api] = await Promise.all([
    import("./load-module.js"),
    // What `import "mcp-codegen"` means, installed or not.
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
          ? moduleFile(specifier, from)
          : undefined;
        if (module !== undefined && /\.[cm]?[jt]s$/.test(module))
          return { module };
        const require = createRequire(from);
        if (module !== undefined) {
          files.add(module);
          // Kept by Node from the run before, it may have changed since.
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
    const answer: unknown = typeof value === "function" ? value() : value;
    return await settled(answer, shown);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw configError("MCP052", `${shown} failed: ${message}`, {
      cause: "The program in it ended with this error.",
      fix: "Mend it; docs/configuration.md has examples.",
    });
  }
}

/** Node ends in silence when all that is left is a promise nobody keeps. */
async function settled(value: unknown, shown: string): Promise<unknown> {
  const done = new AbortController();
  const ended = once(process, "beforeExit", done).then(() => {
    throw configError("MCP052", `${shown} never answers.`, {
      cause: "Its promise waits for something that does not come.",
      fix: "Mend it; docs/configuration.md has examples.",
    });
  });
  try {
    return await Promise.race([value, ended]);
  } finally {
    done.abort();
  }
}
