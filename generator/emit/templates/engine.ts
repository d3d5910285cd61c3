/**
 * Handlebars, as little of it as will do. The build compiles the built-in
 * templates ahead (`scripts/precompile.ts`), so that filling them takes its
 * runtime alone; templates of the user's, and built-in ones that were changed
 * since, take the compiler, which is loaded when it is first needed.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Handlebars from "handlebars";
import { loadCompiled } from "../../support/compiled.js";
import { HELPERS } from "./helpers.js";
import * as runtimeModule from "handlebars/runtime.js";
import { PACKAGE_ROOT } from "../../support/package.js";

/** What the build makes of a template. */
export interface Precompiled {
  /** sha256 (hex) of the text that it was made of. */
  readonly sha256: string;
  readonly template: TemplateSpecification;
}

/** A template in one language: text from data. */
export type Fill = (data: object) => string;

/** How every template is read: unknown names fail, text stays as it is. */
export const TEMPLATE_OPTIONS = { strict: true, noEscape: true } as const;

/** Where the build puts them, by name of the template. */
export const PRECOMPILED_FILE = join(
  PACKAGE_ROOT,
  "dist",
  "generator",
  "templates.cjs",
);

const require = createRequire(import.meta.url);

/** Its types do not say what it exports. */
const { default: handlebarsRuntime } = runtimeModule as unknown as {
  default: typeof Handlebars;
};

/** A Handlebars of our own, which nobody else can register things with. */
export class Engine {
  #runtime: typeof Handlebars | undefined;
  #compiler: typeof Handlebars | undefined;
  #precompiled: Readonly<Record<string, Precompiled>> | undefined;
  readonly #file: string;

  constructor(precompiledFile: string = PRECOMPILED_FILE) {
    this.#file = precompiledFile;
  }

  /** A built-in template, without compiling it if the build has done that. */
  builtIn(name: string, text: string): Fill {
    this.#precompiled ??= existsSync(this.#file)
      ? (loadCompiled(this.#file) as Record<string, Precompiled>)
      : {};
    const ready = this.#precompiled[name];
    if (ready?.sha256 !== textHash(text)) return this.compile(text);
    this.#runtime ??= handlebarsRuntime.create();
    return this.#runtime.template(ready.template);
  }

  /** A template from its text; faults show when it is first filled. */
  compile(text: string): Fill {
    return this.#full().compile(text, TEMPLATE_OPTIONS);
  }

  /** @throws Error with the place when Handlebars can not read the text. */
  check(text: string): void {
    this.#full().precompile(text, TEMPLATE_OPTIONS);
  }

  #full(): typeof Handlebars {
    if (!this.#compiler) {
      this.#compiler = (require("handlebars") as typeof Handlebars).create();
      for (const [name, helper] of Object.entries(HELPERS))
        this.#compiler.registerHelper(name, (...values: unknown[]) =>
          // The last is Handlebars' own `options`.
          helper(...values.slice(0, -1)),
        );
    }
    return this.#compiler;
  }
}

/** sha256 (hex) of a template's text. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
