import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { placeAt, UserError } from "../support/errors.js";
import { JsonError, parseJson } from "../support/json.js";
import { checkConfig } from "./check.js";
import type { Config } from "./define.js";
import { configError } from "./diagnostics.js";
import { findConfigs, PACKAGE_KEY } from "./find.js";

/** A configuration, and where it was found. */
export interface LoadedConfig {
  readonly config: Config;
  /** Absolute path of the folder that its paths are relative to. */
  readonly folder: string;
  /** Absolute paths of the file and of what it imports by path. */
  readonly files: readonly string[];
}

/**
 * The configuration that counts in a folder, or null when there is none.
 *
 * @param file the one that the user named, in place of looking for it
 * @throws UserError when it is missing, broken or wrong, or there are two.
 */
export async function loadConfig(
  cwd: string,
  file?: string,
): Promise<LoadedConfig | null> {
  const path = file === undefined ? found(cwd) : resolve(cwd, file);
  if (path === null) return null;
  const shown = relative(cwd, path) || path;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "" : ` that can be read: ${code}`;
    throw configError("MCP050", `There is no file ${shown}${why}.`);
  }
  const { value, files } = await read(path, shown, text);
  return {
    config: checkConfig(value, shown, text),
    folder: dirname(path),
    files,
  };
}

function found(cwd: string): string | null {
  const [first = null, ...more] = findConfigs(cwd);
  if (first !== null && more.length > 0) {
    const names = [first, ...more].map((path) => relative(cwd, path));
    throw configError("MCP051", `There are ${names.join(" and ")}.`);
  }
  return first;
}

interface Read {
  readonly value: unknown;
  readonly files: readonly string[];
}

async function read(path: string, shown: string, text: string): Promise<Read> {
  if (!path.endsWith(".json")) return runModule(path, shown);
  try {
    const json = parseJson(text, shown);
    const value =
      basename(path) === "package.json"
        ? (json as Record<string, unknown>)[PACKAGE_KEY]
        : json;
    return { value, files: [path] };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { message, place } = error;
    throw configError("MCP052", `${shown} is not JSON: ${message}`, { place });
  }
}

/** The default export; called, when it is a function. */
async function runModule(path: string, shown: string): Promise<Read> {
  const [{ loadModule, ModuleSyntaxError }, api] = await Promise.all([
    import("../support/load-module.js"),
    // What `import "mcp-codegen"` means, installed or not.
    import("../index.js"),
  ]);
  const files = new Set<string>();
  try {
    const exports = loadModule(path, {
      read(file) {
        files.add(file);
        return readFileSync(file, "utf8");
      },
      resolve(specifier, from) {
        if (specifier === "mcp-codegen") return { loaded: api };
        const module = /^\.\.?\//.test(specifier)
          ? besides(specifier, from)
          : null;
        if (module !== null && /\.[cm]?[jt]s$/.test(module)) return { module };
        const require = createRequire(from);
        if (module !== null) {
          files.add(module);
          // Kept by Node from the run before, it may have changed since.
          delete require.cache[require.resolve(specifier)];
        }
        return { loaded: require(specifier) as unknown };
      },
    });
    const value: unknown = exports["default"];
    return {
      value: await answerOf(
        typeof value === "function" ? value() : value,
        shown,
      ),
      files: [...files],
    };
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (error instanceof ModuleSyntaxError) {
      const file = relative(process.cwd(), error.module);
      const place = placeAt(error.offset, file, error.text);
      throw configError("MCP052", `${file}: ${error.message}`, { place });
    }
    const message = error instanceof Error ? error.message : String(error);
    throw configError("MCP052", `${shown} failed: ${message}`, {
      cause: "The program in it ended with this error.",
      fix: "Mend it; docs/configuration.md has examples.",
    });
  }
}

/** Node ends in silence when all that is left is a promise nobody keeps. */
async function answerOf(value: unknown, shown: string): Promise<unknown> {
  let forsaken = (): void => {};
  const never = new Promise<never>((_, reject) => {
    forsaken = () =>
      reject(
        configError("MCP052", `${shown} never answers.`, {
          cause: "Its promise waits for something that does not come.",
          fix: "Mend it; docs/configuration.md has examples.",
        }),
      );
  });
  process.once("beforeExit", forsaken);
  try {
    return await Promise.race([value, never]);
  } finally {
    process.off("beforeExit", forsaken);
  }
}

/** The file that a relative import means, by TypeScript's rules. */
function besides(specifier: string, from: string): string | null {
  const path = join(dirname(from), specifier);
  return (
    [
      path,
      path.replace(/\.([cm]?)js$/, ".$1ts"),
      ...[".ts", ".mts", ".js", ".mjs", "/index.ts", "/index.js"].map(
        (end) => path + end,
      ),
    ].find((file) => existsSync(file) && statSync(file).isFile()) ?? null
  );
}
