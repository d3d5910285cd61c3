/**
 * Loads a configuration that is written in TypeScript. Its modules are compiled
 * to CommonJS in memory, so that no compiled file has to be written to disk.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { placeAt, type RefuseText } from "../support/errors.js";
import { wholeTypeScript } from "../parse/read/typescript.js";

/**
 * Functions through which the loader reads modules and resolves their imports.
 */
export interface ModuleHost {
  /** Returns the text of a module, given the path that `resolve` returned. */
  read(module: string): string;
  /**
   * Resolves an import. Returns the path of a module that still has to be
   * loaded, or the exports of a module that is already loaded.
   */
  resolve(
    specifier: string,
    from: string,
  ): { readonly module: string } | { readonly loaded: unknown };
  readonly refuse: RefuseText;
}

type Exports = Record<string, unknown>;

/**
 * Loads a module and its imports, and returns its exports.
 *
 * @throws Any error of the module, or of the functions of `host`.
 */
export function loadModule(module: string, host: ModuleHost): Exports {
  const loaded = new Map<string, { exports: Exports }>();
  const load = (name: string): Exports => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const created = { exports: {} as Exports };
    loaded.set(name, created);
    const require = (specifier: string): unknown => {
      const found = host.resolve(specifier, name);
      return "module" in found ? load(found.module) : found.loaded;
    };
    const script = new Script(
      `(function (exports, require, module, importMeta) {${compile(name, host)}\n})`,
      { filename: name },
    );
    const run = script.runInThisContext() as (...args: unknown[]) => void;
    // CommonJS has no `import.meta`, so `compile` replaces it with this
    // parameter.
    const [url, dirname] = [pathToFileURL(name).href, path.dirname(name)];
    run(created.exports, require, created, { url, filename: name, dirname });
    return created.exports;
  };
  return load(module);
}

/** Resolves a relative import by the rules of TypeScript. */
export function resolveModule(
  specifier: string,
  from: string,
): string | undefined {
  const ts = wholeTypeScript();
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const options = { moduleResolution, allowJs: true, resolveJsonModule: true };
  const found = ts.resolveModuleName(specifier, from, options, ts.sys);
  return found.resolvedModule?.resolvedFileName;
}

/** Compiles a module to CommonJS. */
function compile(fileName: string, { read, refuse }: ModuleHost): string {
  const ts = wholeTypeScript();
  const text = read(fileName);
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    // Replace the extension `.mts` or `.mjs`. For a `.mts` file, TypeScript
    // would keep the syntax of ES modules instead of compiling to CommonJS.
    fileName: fileName.replace(/\.m([jt]s)$/, ".$1"),
    reportDiagnostics: true,
    compilerOptions: {
      allowJs: true,
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  });
  const [first] = diagnostics.filter(
    ({ category }) => category === ts.DiagnosticCategory.Error,
  );
  if (first)
    throw refuse(
      ts.flattenDiagnosticMessageText(first.messageText, "\n"),
      placeAt(first.start ?? 0, fileName, text),
    );
  return outputText.replace(/\bimport\.meta\b/g, "importMeta");
}
