/**
 * Templates lay files out and do nothing else: they get finished text. They
 * run in a Handlebars of their own, strict and without HTML escapes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeFrame, mapAll } from "../../support/errors.js";
import { nearest } from "../../support/nearest.js";
import { PACKAGE_ROOT } from "../../support/package.js";
import { emitError, type EmitCode } from "../diagnostics.js";
import { builtIn, check, compile, type Fill } from "./engine.js";

/** Folder of the built-in templates, and how their names end. */
export const BUILT_IN = join(PACKAGE_ROOT, "templates", "bindings");
/** How the files of templates end. */
export const SUFFIX = ".hbs";

/** The templates of one run. */
export interface Templates {
  /** Fills the template of a file, such as `types.ts`. */
  readonly render: (template: string, data: object) => string;
  /** True when a template of the user's is in the file: its layout is not known. */
  readonly isCustom: (file: string) => boolean;
  /** Files that the user's templates add, sorted by name. */
  readonly added: readonly string[];
}

/**
 * The built-in templates, or the user's where `folder` has one of the same
 * name, and those that it adds. Each is read and compiled when it is first
 * used.
 *
 * @throws UserError when `folder` cannot be read, or has a template of a name
 *   that can not be meant; `render` throws one when a template of the user's
 *   is at fault.
 */
export function loadTemplates(folder?: string | undefined): Templates {
  const builtIns = folder === undefined ? [] : namesIn(BUILT_IN);
  const custom = folder === undefined ? [] : customNames(folder, builtIns);
  const replaced = custom.filter((name) => builtIns.includes(name));
  const compiled = new Map<string, Fill>();

  return {
    isCustom: (file) =>
      custom.includes(file) || replaced.some((name) => wholeOf(name) === file),
    added: custom.filter((name) => !replaced.includes(name)).sort(),
    render(template, data) {
      let fill = compiled.get(template);
      if (!fill) {
        fill =
          folder !== undefined && custom.includes(template)
            ? compileCustom(folder, template + SUFFIX)
            : builtIn(template);
        compiled.set(template, fill);
      }
      return fill(data);
    },
  };
}

/** Names of the templates in a folder, such as `types.ts`. */
function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
}

/** `server.ts` for `server-tools.ts`, which is laid out as a part of it. */
function wholeOf(template: string): string {
  return template.replace(/-\w+\.ts$/, ".ts");
}

/** Text of a template as Handlebars is given it: no BOM, LF line ends. */
export function readTemplate(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8")
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
}

function compileCustom(folder: string, name: string): Fill {
  const file = join(folder, name);
  const text = readTemplate(folder, name);
  // Handlebars compiles at the first call: parsing now tells the two apart.
  const guard = <T>(code: EmitCode, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw templateError(code, file, text, error);
    }
  };
  guard("MCP212", () => check(text));
  const fill = compile(text);
  return (data) => guard("MCP213", () => fill(data));
}

function customNames(folder: string, builtIns: readonly string[]): string[] {
  let names: string[];
  let below: string[];
  try {
    names = namesIn(folder);
    below = templatesBelow(folder);
  } catch {
    throw emitError("MCP210", `Cannot read the folder ${folder}`);
  }
  mapAll(below.sort(), (path) => {
    throw emitError("MCP216", `${path} is in a folder below ${folder}.`);
  });
  mapAll(names, (name) => {
    if (!builtIns.includes(name)) checkAdded(folder, name, builtIns);
  });
  return names;
}

/** Templates that nobody would miss, but their author. */
function templatesBelow(folder: string): string[] {
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

/** @throws UserError when a template can not be meant to add a file of the name. */
function checkAdded(
  folder: string,
  name: string,
  builtIns: readonly string[],
): void {
  const file = join(folder, name + SUFFIX);
  const lower = name.toLowerCase();
  if (name === "" || name.startsWith(".") || OWN_FILES.includes(lower)) {
    const message = `${file} would make a file that is not a template's to make.`;
    throw emitError("MCP215", message);
  }
  // `types.rs` is a new file; `typos.ts` is a misspelled one.
  const near = lower.endsWith(".ts") ? nearest(lower, builtIns) : undefined;
  if (near === undefined) return;
  const message = `${file} replaces no template. Did you mean ${near}${SUFFIX}?`;
  throw emitError("MCP211", message);
}

/** Files and folders of the output that no template lays out. */
const OWN_FILES = ["runtime", "schema.json", "corpus", "corpus.json"];

/** Handlebars puts places into its messages: `on line 3`, ` - 3:12`. */
function templateError(
  code: EmitCode,
  file: string,
  text: string,
  error: unknown,
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
  if (line === undefined) return emitError(code, whole);
  const at = { line: Number(line), column: Number(column) + 1 };
  const frame = codeFrame(text, at.line, at.column);
  return emitError(code, whole, { place: { file, ...at, frame } });
}
