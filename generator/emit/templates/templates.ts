/**
 * Loads the Handlebars templates of the generated files. The templates only
 * arrange text that the emitters have created.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeFrame, mapAll } from "../../support/errors.js";
import { nearest } from "../../support/nearest.js";
import { PACKAGE_ROOT } from "../../support/package.js";
import { emitError, type EmitCode } from "../diagnostics.js";
import {
  loadBuiltIn,
  checkSyntax,
  compileTemplate,
  findNames,
  helperNames,
  type FillTemplate,
} from "./engine.js";

/** Folder of the built-in templates. */
const BUILT_IN = join(PACKAGE_ROOT, "templates", "bindings");
/** Extension of template files, including the dot. */
export const SUFFIX = ".hbs";

/** Templates of one run: the built-in templates and the user's templates. */
export interface Templates {
  /** Fills a template, such as `types.ts`, with data and returns the text. */
  readonly render: (template: string, data: object) => string;
  /**
   * Returns whether a user's template creates the given file or a part of it.
   * The text of such a file may be unformatted.
   */
  readonly isCustom: (file: string) => boolean;
  /** Sorted names of the files that the user's templates add to the output. */
  readonly added: readonly string[];
}

/**
 * Returns the built-in and the user's templates. A template in `folder`
 * replaces the built-in template with the same name, and any other template in
 * `folder` adds a file. Each template is read and compiled on first use.
 *
 * @throws UserError if `folder` cannot be read, or if the name of a template is
 *   invalid or misspelled. `render` throws a UserError if a user's template has
 *   an error.
 */
export function loadTemplates(folder?: string | undefined): Templates {
  const builtIns = folder === undefined ? [] : listTemplates(BUILT_IN);
  const custom =
    folder === undefined ? [] : listCustomTemplates(folder, builtIns);
  const replaced = custom.filter((name) => builtIns.includes(name));
  const compiled = new Map<string, FillTemplate>();

  return {
    isCustom: (file) =>
      custom.includes(file) || replaced.some((name) => getFile(name) === file),
    added: custom.filter((name) => !replaced.includes(name)).sort(),
    render(template, data) {
      let fill = compiled.get(template);
      if (!fill) {
        fill =
          folder !== undefined && custom.includes(template)
            ? compileCustom(folder, template + SUFFIX)
            : loadBuiltIn("bindings", template);
        compiled.set(template, fill);
      }
      return fill(data);
    },
  };
}

/**
 * Returns the names of the templates in a folder without the `.hbs` extension,
 * such as `types.ts`.
 */
function listTemplates(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
}

/**
 * Returns the generated file to which a template belongs, such as `server.ts`
 * for `server-tools.ts`.
 */
function getFile(template: string): string {
  return template.replace(/-\w+\.ts$/, ".ts");
}

/**
 * Reads the text of a template without a byte order mark and with LF line
 * endings.
 */
export function readTemplate(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8")
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
}

function compileCustom(folder: string, name: string): FillTemplate {
  const file = join(folder, name);
  const text = readTemplate(folder, name);
  // Handlebars compiles a template only when it is first filled. Checking the
  // syntax first distinguishes syntax errors from errors about missing data.
  const guard = <T>(code: EmitCode, run: () => T, findFix?: FindFix): T => {
    try {
      return run();
    } catch (error) {
      throw createTemplateError(code, file, text, error, findFix);
    }
  };
  guard("MCP212", () => checkSyntax(text));
  const fill = compileTemplate(text);
  return (data) =>
    guard(
      "MCP213",
      () => fill(data),
      (name) => suggestNames(name, findNames(fill, data)),
    );
}

/**
 * Function that returns a suggested fix for a template with an unknown name.
 * Returns undefined if no fix is known.
 */
type FindFix = (unknown: string) => string | undefined;

function suggestNames(
  unknown: string,
  known: readonly string[],
): string | undefined {
  if (known.length === 0) return undefined;
  const helpers = helperNames();
  const hint = nearest(unknown, [...known, ...helpers]);
  return `${hint ? `Write "${hint}", or another` : "Write one"} of the names that exist here: ${known.join(", ")}; or a helper: ${helpers.join(", ")}.`;
}

function listCustomTemplates(
  folder: string,
  builtIns: readonly string[],
): string[] {
  let names: string[];
  let below: string[];
  try {
    names = listTemplates(folder);
    below = listSubfolderTemplates(folder);
  } catch {
    throw emitError("MCP210", `Cannot read the template folder ${folder}.`);
  }
  mapAll(below.sort(), (path) => {
    throw emitError(
      "MCP216",
      `${path} is in a subfolder. Templates must be directly in ${folder}.`,
    );
  });
  mapAll(names, (name) => {
    if (!builtIns.includes(name)) checkAddedName(folder, name, builtIns);
  });
  return names;
}

/**
 * Returns the paths of the templates in subfolders. Such templates are errors,
 * because only templates directly in `folder` are used.
 */
function listSubfolderTemplates(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => !/^(?:node_modules$|\.)/.test(name))
    .flatMap(({ name }) =>
      readdirSync(join(folder, name), { recursive: true }).map((path) =>
        join(folder, name, String(path)),
      ),
    )
    .filter((path) => path.endsWith(SUFFIX));
}

/**
 * Checks the name of a user's template that adds a file to the output.
 *
 * @throws UserError if the name is reserved, or similar to the name of a
 *   built-in template.
 */
function checkAddedName(
  folder: string,
  name: string,
  builtIns: readonly string[],
): void {
  const file = join(folder, name + SUFFIX);
  const lower = name.toLowerCase();
  if (name === "" || name.startsWith(".") || RESERVED_NAMES.includes(lower)) {
    const message = `${file} would create a file whose name mcp-codegen reserves.`;
    throw emitError("MCP215", message);
  }
  // Only a name that ends in `.ts` can be a misspelled name of a built-in
  // template. `typos.ts` probably means `types.ts`, but `types.rs` is a new
  // file.
  const near = lower.endsWith(".ts") ? nearest(lower, builtIns) : undefined;
  if (near === undefined) return;
  const message = `${file} does not match a built-in template. Did you mean ${near}${SUFFIX}?`;
  throw emitError("MCP211", message);
}

/**
 * Names of generated files and folders that have no template, so that a user's
 * template cannot have these names.
 */
const RESERVED_NAMES = ["runtime", "schema.json", "corpus", "corpus.json"];

/**
 * Creates the error for a template that cannot be parsed or filled. The
 * position is extracted from the message of Handlebars, which contains `on line
 * 3` or ` - 3:12`.
 */
function createTemplateError(
  code: EmitCode,
  file: string,
  text: string,
  error: unknown,
  findFix?: FindFix,
): Error {
  const message = error instanceof Error ? error.message : String(error);
  const [, parsedLine] = /^Parse error on line (\d+):/.exec(message) ?? [];
  const [, line = parsedLine, column = "0"] =
    / - (\d+):(\d+)$/.exec(message) ?? [];
  const reason = message
    .replace(/^Parse error on line \d+:\n[^]*\n/, "")
    .replace(/ - \d+:\d+$/, "")
    .replace(" in [object Object]", "");
  const whole = `${file}: ${reason}`;
  const [, unknown] = /^"(.+?)" not defined/.exec(reason) ?? [];
  const fix = unknown === undefined ? undefined : findFix?.(unknown);
  const detail = fix === undefined ? {} : { fix };
  if (line === undefined) return emitError(code, whole, detail);
  const at = { line: Number(line), column: Number(column) + 1 };
  const frame = codeFrame(text, at.line, at.column);
  return emitError(code, whole, { ...detail, place: { file, ...at, frame } });
}
