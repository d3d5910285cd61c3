/**
 * Handlebars, as little of it as will do. The build compiles the built-in
 * templates ahead (`scripts/precompile.ts`), so that filling them takes its
 * runtime alone; templates of the user's take the compiler, which is loaded when
 * it is first needed.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import type Handlebars from "handlebars";
import { HELPERS } from "./helpers.js";
import * as runtimeModule from "handlebars/runtime.js";
import { PACKAGE_ROOT } from "../../support/package.js";

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

// A Handlebars of our own, which nobody else can register things with.
let runtime: typeof Handlebars | undefined;
let compiler: typeof Handlebars | undefined;
let precompiled: Readonly<Record<string, TemplateSpecification>> | undefined;

/** A built-in template, such as `types.ts`, as the build compiled it. */
export function builtIn(name: string): Fill {
  precompiled ??= require(PRECOMPILED_FILE) as NonNullable<typeof precompiled>;
  runtime ??= handlebarsRuntime.create();
  const ready = precompiled[name];
  if (!ready) throw new Error(`The build has no template ${name}.`);
  return runtime.template(ready);
}

/** A template from its text; faults show when it is first filled. */
export function compile(text: string): Fill {
  return fullHandlebars().compile(text, TEMPLATE_OPTIONS);
}

/** @throws Error with the place when Handlebars can not read the text. */
export function check(text: string): void {
  fullHandlebars().precompile(text, TEMPLATE_OPTIONS);
}

function fullHandlebars(): typeof Handlebars {
  if (compiler) return compiler;
  compiler = (require("handlebars") as typeof Handlebars).create();
  for (const [name, helper] of Object.entries(HELPERS))
    // The last value is Handlebars' own `options`.
    compiler.registerHelper(name, (...values: unknown[]) =>
      helper(...values.slice(0, -1)),
    );
  return compiler;
}
