/**
 * Runs TypeScript that lies on disk, a user's configuration. Modules become
 * CommonJS, so that no file has to be written for Node to find.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { placeAt, type RefuseText } from "../support/errors.js";
import { wholeTypeScript } from "../parse/read/typescript.js";

/** Where modules and what they import come from. */
export interface ModuleHost {
  /** Text of a module, by the name that `resolve` gave it. */
  read(module: string): string;
  /** The module that a specifier names in another, or a loaded one. */
  resolve(
    specifier: string,
    from: string,
  ): { readonly module: string } | { readonly loaded: unknown };
  readonly refuse: RefuseText;
}

type Exports = Record<string, unknown>;

/**
 * The exports of a module, with what it imports loaded first.
 *
 * @throws whatever the module or the host throws.
 */
export function loadModule(module: string, host: ModuleHost): Exports {
  const loaded = new Map<string, { exports: Exports }>();
  const load = (name: string): Exports => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const made = { exports: {} as Exports };
    loaded.set(name, made);
    const require = (specifier: string): unknown => {
      const found = host.resolve(specifier, name);
      return "module" in found ? load(found.module) : found.loaded;
    };
    const script = new Script(
      `(function (exports, require, module, importMeta) {${commonJs(name, host)}\n})`,
      { filename: name },
    );
    const run = script.runInThisContext() as (...args: unknown[]) => void;
    // CommonJS has no `import.meta`.
    const [url, dirname] = [pathToFileURL(name).href, path.dirname(name)];
    run(made.exports, require, made, { url, filename: name, dirname });
    return made.exports;
  };
  return load(module);
}

/** The file that a relative import means, by TypeScript's rules. */
export function moduleFile(
  specifier: string,
  from: string,
): string | undefined {
  const ts = wholeTypeScript();
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const options = { moduleResolution, allowJs: true, resolveJsonModule: true };
  const found = ts.resolveModuleName(specifier, from, options, ts.sys);
  return found.resolvedModule?.resolvedFileName;
}

function commonJs(fileName: string, { read, refuse }: ModuleHost): string {
  const ts = wholeTypeScript();
  const text = read(fileName);
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    // By the name of .mts it would stay a module.
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
