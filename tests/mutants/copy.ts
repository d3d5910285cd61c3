/**
 * Copy of the built repository, in which mutated source files replace the
 * original ones.
 */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ts } from "ts-morph";
import { readImports } from "../../generator/emit/assemble/read-imports.js";
import {
  RUNTIME_SOURCES_FILE,
  type RuntimeSource,
} from "../../generator/emit/assemble/runtime-sources.js";
import { bundleProgram } from "../../scripts/bundle/program.js";
import { ROOT } from "../harness/program/cli.js";

export const RUNTIME = "runtime/";

/** Returns the text of a source file. */
export function sourceText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/**
 * Returns the JavaScript for TypeScript source code. Returns null if the code
 * has syntax errors.
 */
function compiled(text: string): string | null {
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

export class Copy {
  readonly root: string = mkdtempSync(join(tmpdir(), "mcp-codegen-mutants-"));
  readonly #sources = sourceText(RUNTIME_SOURCES_FILE);

  constructor() {
    for (const name of readdirSync(ROOT))
      if (name !== "dist") symlinkSync(join(ROOT, name), join(this.root, name));
    cpSync(join(ROOT, "dist"), join(this.root, "dist"), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }

  /**
   * Replaces source files, and compiles them into the modules, the generated
   * runtime and the program's bundle.
   *
   * @returns Function that restores the files, or null if a text has syntax
   *   errors.
   */
  async change(
    texts: ReadonlyMap<string, string>,
  ): Promise<(() => Promise<void>) | null> {
    const modules = [...texts].map(
      ([file, text]) => [file, compiled(text)] as const,
    );
    if (modules.some(([, code]) => code === null)) return null;
    const sources = JSON.parse(this.#sources) as RuntimeSource[];
    const changed = sources.map((source) => {
      const text = texts.get(RUNTIME + source.path);
      return text === undefined
        ? source
        : { ...source, text: readImports(text).rest.trim() };
    });
    const before = new Map<string, string>();
    for (const [file, code] of modules) {
      const path = `dist/${file.replace(/\.ts$/, ".js")}`;
      before.set(path, readFileSync(join(this.root, path), "utf8"));
      this.#write(path, code ?? "");
    }
    this.#write(RUNTIME_SOURCES_FILE, `${JSON.stringify(changed)}\n`);
    const own = [...texts.keys()].some((file) => !file.startsWith(RUNTIME));
    if (own) await this.#bundle();
    return async () => {
      for (const [path, text] of before) this.#write(path, text);
      this.#write(RUNTIME_SOURCES_FILE, this.#sources);
      if (own) await this.#bundle();
    };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  async #bundle(): Promise<void> {
    await bundleProgram(join(this.root, "dist/generator"));
  }
}
