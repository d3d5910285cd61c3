/**
 * Compiles and fills Handlebars templates. The build precompiles the built-in
 * templates (`scripts/precompile.ts`), so filling them needs only the runtime
 * of Handlebars. The Handlebars compiler is loaded only for the user's
 * templates.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import type Handlebars from "handlebars";
import { HELPERS } from "./helpers.js";
import * as runtimeModule from "handlebars/runtime.js";
import { PACKAGE_ROOT } from "../../support/package.js";

/** Compiled template: a function that returns the text for the given data. */
export type FillTemplate = (data: object) => string;

/**
 * Handlebars options for all templates. Unknown names are errors, and text is
 * not escaped for HTML.
 */
export const TEMPLATE_OPTIONS = { strict: true, noEscape: true } as const;

/** Folders of built-in templates in `templates/`. */
export const TEMPLATE_FOLDERS = ["bindings", "new"] as const;

type TemplateFolder = (typeof TEMPLATE_FOLDERS)[number];

/**
 * Returns the path of the file to which the build writes the precompiled
 * templates of a folder.
 */
export function precompiledFile(folder: TemplateFolder): string {
  return join(PACKAGE_ROOT, "dist", "generator", `templates-${folder}.cjs`);
}

const require = createRequire(import.meta.url);

/**
 * Default export of `handlebars/runtime.js`. The module's type declarations
 * omit it, so a cast adds it.
 */
const { default: handlebarsRuntime } = runtimeModule as unknown as {
  default: typeof Handlebars;
};

// Isolated instances of Handlebars, in which other code of the process cannot
// register helpers.
let runtime: typeof Handlebars | undefined;
let compiler: typeof Handlebars | undefined;

/**
 * Loads a built-in template, such as `types.ts` of the folder `bindings`, that
 * the build has precompiled.
 */
export function loadBuiltIn(
  folder: TemplateFolder,
  name: string,
): FillTemplate {
  const precompiled = require(precompiledFile(folder)) as Readonly<
    Record<string, TemplateSpecification>
  >;
  runtime ??= handlebarsRuntime.create();
  const ready = precompiled[name];
  if (!ready)
    throw new Error(
      `The build contains no template ${folder}/${name}. Run \`npm run build\`.`,
    );
  return runtime.template(ready);
}

/**
 * Compiles a template. Handlebars reports a syntax error only when the template
 * is first filled.
 */
export function compileTemplate(text: string): FillTemplate {
  return getCompiler().compile(text, TEMPLATE_OPTIONS);
}

/**
 * Checks the syntax of a template.
 *
 * @throws Error with the position of the mistake if Handlebars cannot parse the
 *   template.
 */
export function checkSyntax(text: string): void {
  getCompiler().precompile(text, TEMPLATE_OPTIONS);
}

/**
 * Fills a template that uses an unknown name. Returns the names that are valid
 * at that place, for suggestions in the error message.
 */
export function findNames(fill: FillTemplate, data: object): string[] {
  let missed: object = {};
  const watch = (value: unknown): unknown =>
    typeof value !== "object" || value === null
      ? value
      : // A proxy must return the original values of a frozen object: copy it.
        new Proxy(Array.isArray(value) ? [...value] : { ...value }, {
          has(target, name) {
            if (!(name in target)) missed = target;
            return name in target;
          },
          get: (target, name) => watch(Reflect.get(target, name)),
        });
  try {
    fill(watch(data) as object);
    return [];
  } catch {
    return Array.isArray(missed) ? [] : Object.keys(missed).sort();
  }
}

/** Returns the names of all helpers that a template can use. */
export function helperNames(): string[] {
  const names = Object.keys(getCompiler().helpers);
  return names.filter((name) => !name.endsWith("Missing")).sort();
}

function getCompiler(): typeof Handlebars {
  if (compiler) return compiler;
  compiler = (require("handlebars") as typeof Handlebars).create();
  for (const [name, helper] of Object.entries(HELPERS))
    // Handlebars passes its `options` object to a helper as the last argument.
    // The helpers here do not use that argument.
    compiler.registerHelper(name, (...values: unknown[]) =>
      helper(...values.slice(0, -1)),
    );
  return compiler;
}
