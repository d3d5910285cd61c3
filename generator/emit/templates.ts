/**
 * Templates lay files out and do nothing else: they get finished text. They
 * run in a Handlebars of their own, strict and without HTML escapes.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeFrame, type Place } from "../errors.js";
import { PACKAGE_ROOT } from "../package.js";
import { emitError, type EmitCode } from "./diagnostics.js";
import { Engine, type Fill } from "./engine.js";

/** Folder of the built-in templates, and how their names end. */
export const BUILT_IN = join(PACKAGE_ROOT, "templates", "bindings");
export const SUFFIX = ".hbs";

/** The templates of one run. */
export interface Templates {
  /** Fills the template of a file, such as `types.ts`. */
  readonly render: (template: string, data: object) => string;
  /** True when a template of the user's is in the file: its layout is not known. */
  readonly isCustom: (file: string) => boolean;
}

/**
 * The built-in templates, or the user's where `folder` has one of the same
 * name. Each is read and compiled when it is first used.
 *
 * @throws UserError when `folder` cannot be read or has an unknown template;
 *   `render` throws one when a template of the user's is at fault.
 */
export function loadTemplates(folder?: string | undefined): Templates {
  const custom = new Set(folder === undefined ? [] : customNames(folder));
  const engine = new Engine();
  const compiled = new Map<string, Fill>();

  return {
    isCustom: (file) =>
      [...custom].some((name) => name === file || wholeOf(name) === file),
    render(template, data) {
      let fill = compiled.get(template);
      if (!fill) {
        fill =
          folder !== undefined && custom.has(template)
            ? compileCustom(engine, folder, template + SUFFIX)
            : engine.builtIn(
                template,
                readTemplate(BUILT_IN, template + SUFFIX),
              );
        compiled.set(template, fill);
      }
      return fill(data);
    },
  };
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

function compileCustom(engine: Engine, folder: string, name: string): Fill {
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
  guard("MCP212", () => engine.check(text));
  const fill = engine.compile(text);
  return (data) => guard("MCP213", () => fill(data));
}

function customNames(folder: string): string[] {
  let files: string[];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith(SUFFIX));
  } catch {
    const message = `Cannot read the folder ${folder}`;
    throw emitError([{ code: "MCP210", message, place: null }]);
  }
  const unknown = files.filter((file) => !existsSync(join(BUILT_IN, file)));
  if (unknown.length > 0) {
    const known = readdirSync(BUILT_IN).sort().join(", ");
    throw emitError(
      unknown.map((file) => ({
        code: "MCP211",
        message: `${join(folder, file)} replaces no template; there are ${known}`,
        place: null,
      })),
    );
  }
  return files.map((file) => file.slice(0, -SUFFIX.length));
}

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
  const place: Place | null =
    line === undefined
      ? null
      : {
          file,
          line: Number(line),
          column: Number(column) + 1,
          frame: codeFrame(text, Number(line), Number(column) + 1),
        };
  return emitError([{ code, message: `${file}: ${reason}`, place }]);
}
