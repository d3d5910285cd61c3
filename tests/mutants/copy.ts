/**
 * Copy of the built repository, in which mutated source files replace the
 * original ones.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ts } from "ts-morph";
import { readImports } from "../../generator/emit/assemble/read-imports.js";
import {
  RUNTIME_SOURCES_FILE,
  type RuntimeSource,
} from "../../generator/emit/assemble/runtime-sources.js";
import type { bundleExplorer } from "../../scripts/bundle/explorer.js";
import type { bundleProgram } from "../../scripts/bundle/program.js";
import { ROOT } from "../harness/program/cli.js";

export const RUNTIME = "runtime/";
/** Folders that are copied. All other folders of the copy are symbolic links. */
const COPIED = ["dist", "explorer", "generator", "runtime"];
const PROGRAM = "dist/generator";
const EXPLORER = ["explorer.js", "explorer-style.css"];
const BUNDLES = ["cli.cjs", "program.cjs", "program", ...EXPLORER];

/** Returns the text of a source file. */
export function sourceText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/**
 * Returns the JavaScript for TypeScript source code. Returns null if the code
 * has syntax errors.
 */
function compile(text: string): string | null {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return diagnostics?.length ? null : outputText;
}

/**
 * Functions of `scripts/` that bundle the modules of this copy of the
 * repository.
 */
interface Bundlers {
  readonly program: typeof bundleProgram;
  readonly explorer: typeof bundleExplorer;
}

export class Copy {
  readonly root: string = mkdtempSync(join(tmpdir(), "mcp-codegen-mutants-"));
  readonly #kept = mkdtempSync(join(tmpdir(), "mcp-codegen-bundles-"));
  readonly #sources = sourceText(RUNTIME_SOURCES_FILE);
  #bundlers: Bundlers | undefined;
  /**
   * Source files that each bundle contains. The key is the name of the bundle
   * in `Bundlers`.
   */
  readonly #inputs = new Map<keyof Bundlers, ReadonlySet<string>>();

  constructor() {
    for (const name of readdirSync(ROOT))
      if (COPIED.includes(name))
        cpSync(join(ROOT, name), join(this.root, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      else symlinkSync(join(ROOT, name), join(this.root, name));
  }

  /**
   * Replaces source files, and updates the compiled modules, the generated
   * runtime and the bundles.
   *
   * @returns Function that restores the files, or null if a text has syntax
   *   errors.
   */
  async change(
    texts: ReadonlyMap<string, string>,
  ): Promise<(() => void) | null> {
    const modules = [...texts].map(
      ([file, text]) => [file, compile(text)] as const,
    );
    if (modules.some(([, code]) => code === null)) return null;
    this.#bundlers ??= await this.#prepareBundlers();
    const before = new Map<string, string>();
    const write = (path: string, text: string): void => {
      if (!existsSync(join(this.root, path))) return;
      before.set(path, readFileSync(join(this.root, path), "utf8"));
      writeFileSync(join(this.root, path), text);
    };
    for (const [file, text] of texts) write(file, text);
    for (const [file, code] of modules)
      write(`dist/${file.replace(/\.ts$/, ".js")}`, code ?? "");
    write(RUNTIME_SOURCES_FILE, this.#linkRuntime(texts));
    await this.#bundle([...texts.keys()]);
    return () => {
      for (const [path, text] of before)
        writeFileSync(join(this.root, path), text);
      this.#exchangeBundles(this.#kept, join(this.root, PROGRAM));
    };
  }

  remove(): void {
    for (const folder of [this.root, this.#kept])
      rmSync(folder, { recursive: true, force: true });
  }

  /**
   * Returns all runtime sources as JSON. Sources in `texts` have the new text.
   */
  #linkRuntime(texts: ReadonlyMap<string, string>): string {
    const sources = JSON.parse(this.#sources) as RuntimeSource[];
    const changed = sources.map((source) => {
      const text = texts.get(RUNTIME + source.path);
      return text === undefined
        ? source
        : { ...source, text: readImports(text).rest.trim() };
    });
    return `${JSON.stringify(changed)}\n`;
  }

  /**
   * Loads the scripts of this copy, because a script bundles the modules of the
   * repository that contains the script.
   */
  async #prepareBundlers(): Promise<Bundlers> {
    const load = (name: string): Promise<unknown> =>
      import(
        pathToFileURL(join(this.root, `dist/scripts/bundle/${name}.js`)).href
      );
    const program = (await load("program")) as {
      bundleProgram: Bundlers["program"];
    };
    const explorer = (await load("explorer")) as {
      bundleExplorer: Bundlers["explorer"];
    };
    const bundlers = {
      program: program.bundleProgram,
      explorer: explorer.bundleExplorer,
    };
    const folder = join(this.root, PROGRAM);
    for (const name of ["program", "explorer"] as const) {
      const inputs = await bundlers[name](folder);
      const files = inputs.map((path) =>
        path
          .slice(this.root.length + 1)
          .replace(/^dist\//, "")
          .replace(/\.js$/, ".ts"),
      );
      this.#inputs.set(name, new Set(files));
    }
    this.#exchangeBundles(folder, this.#kept);
    return bundlers;
  }

  async #bundle(files: readonly string[]): Promise<void> {
    for (const [name, inputs] of this.#inputs)
      if (files.some((file) => inputs.has(file)))
        await this.#bundlers?.[name](join(this.root, PROGRAM));
  }

  #exchangeBundles(from: string, to: string): void {
    for (const name of BUNDLES) {
      rmSync(join(to, name), { recursive: true, force: true });
      cpSync(join(from, name), join(to, name), { recursive: true });
    }
  }
}
