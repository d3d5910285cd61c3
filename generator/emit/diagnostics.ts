import {
  codeFrame,
  createErrors,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import type { Position, Source } from "../model/types.js";
import { FEATURES, OUTPUTS, TRANSPORTS } from "./context.js";

/**
 * Errors and warnings of the emitters. The meaning of a released code never
 * changes. Each code must have a title, a cause and a fix, otherwise this file
 * does not compile.
 *
 * MCP20x are errors in names, MCP21x in templates, and MCP22x in the selection
 * of outputs, features and transports.
 */
export const emitError = createErrors({
  MCP200: {
    title: "Declaration has the name of a generated export",
    cause:
      "The schema declares a name that mcp-codegen also adds to the exports of a generated file. A generated file cannot export one name twice.",
    fix: "Rename the declaration in the schema, or use --only to leave out the output that exports the added name.",
  },
  MCP201: {
    title: "Declaration has the name of a TypeScript keyword",
    cause:
      "The declared name is an operator or a keyword of TypeScript, so no type can have this name.",
    fix: "Rename the declaration in the schema.",
  },
  MCP202: {
    title: "Declaration has the name of a utility type",
    cause:
      "The declaration would hide TypeScript's utility type of the same name, which generated code uses.",
    fix: "Rename the declaration in the schema.",
  },
  MCP203: {
    title: "Declaration not exported",
    cause:
      "The schema does not export the declaration, so the generated types.ts does not contain it. Other generated files import the declared type from types.ts.",
    fix: "Add `export` before the declaration in the schema.",
  },
  MCP210: {
    title: "Template folder not readable",
    cause:
      "The folder passed with --templates does not exist, is not a folder, or cannot be read.",
    fix: "Pass --templates DIR with a folder that contains templates such as types.ts.hbs.",
  },
  MCP211: {
    title: "Misspelled template name",
    cause:
      "A template with the name of a built-in template replaces the built-in template. A template with any other name adds a file to the output. The name of your template differs from the name of a built-in template by only one or two letters, so the name is probably misspelled.",
    fix: "To replace the built-in template, give your template its name. To add a file, choose a less similar name.",
  },
  MCP212: {
    title: "Syntax error in a template",
    cause: "Handlebars cannot parse the template.",
    fix: "Fix the syntax of the template at the position shown.",
  },
  MCP213: {
    title: "Unknown name in a template",
    cause:
      "The template uses a name, but mcp-codegen passes no value with this name to the template. Because Handlebars runs in strict mode, an unknown name is an error.",
    fix: "If your template adds a file, use only the names that docs/templates.md lists. If your template replaces a built-in template, use only names that occur in that built-in template.",
  },
  MCP214: {
    title: "Invalid output of a template",
    cause:
      "mcp-codegen formats the output of each template with Prettier, but Prettier cannot parse the output of the template.",
    fix: "Change the template so that its whole output is valid code in the language of the file, such as JSON for a template NAME.json.hbs.",
  },
  MCP215: {
    title: "Reserved template name",
    cause:
      "The template would create an output file with a reserved name: the template NAME.hbs creates the file NAME. The names of files that mcp-codegen writes without a template, such as schema.json, are reserved. File names that start with a dot are reserved too.",
    fix: "Rename the template file, for example to my-types.ts.hbs.",
  },
  MCP216: {
    title: "Template in a subfolder",
    cause:
      "mcp-codegen reads only templates directly in the folder that --templates names, and would ignore a template in a subfolder.",
    fix: "Move the template into the folder that --templates names. If mcp-codegen must not use it, move it out of this folder.",
  },
  MCP220: {
    title: "Unknown output name",
    cause: `A value of --only is not one of: ${OUTPUTS.join(", ")}.`,
    fix: "Pass --only with known outputs, or omit --only for the default outputs.",
  },
  MCP221: {
    title: "Schema without a protocol version",
    cause:
      "A generated server or client exchanges the protocol version with its peer, but the schema declares no protocol version.",
    fix: "Pass --protocol-version VERSION, or remove `server` and `client` from --only.",
  },
  MCP222: {
    title: "No template folder",
    cause:
      "`--only templates` selects the files that your own templates add, but the option --templates is missing.",
    fix: "Pass --templates DIR with the folder of your templates.",
  },
  MCP223: {
    title: "Two revisions with the same version",
    cause:
      "Two revisions of --rev have the same version string. A client and a server agree on a version string, so a multi-version server or client supports only one of the two revisions.",
    fix: "To use the unsupported revision, import the server or client from its folder. If you do not need the revision, remove it from --rev.",
  },
  MCP224: {
    title: "Unknown feature name",
    cause: `A value of --features is not one of: ${FEATURES.join(", ")}.`,
    fix: "Pass --features with names of known features, or omit --features for all features.",
  },
  MCP225: {
    title: "Unknown transport name",
    cause: `A value of --transports is not one of: ${TRANSPORTS.join(", ")}.`,
    fix: "Pass --transports with names of known transports, or omit --transports for all transports.",
  },
  MCP226: {
    title: "The output `app` needs the extension apps",
    cause:
      "`--only app` selects the file app.ts, which belongs to the apps extension. No selected revision has the apps extension.",
    fix: "Pass --extension apps and a revision from 2025-06-18 on, or remove `app` from --only.",
  },
});

export type EmitCode = Parameters<typeof emitError>[0];

/**
 * Returns the position of a declaration for an error message. `addCodeFrames`
 * later adds the source lines around the position.
 */
export function createPlace(source: Source, position: Position): Place {
  return { file: source.file, ...position, frame: "" };
}

/**
 * Returns a copy of the error with code frames (the source lines around a
 * position). Positions in other files than `sources` get no code frame. An
 * error that is not a `UserError` is returned unchanged.
 */
export function addCodeFrames(
  error: unknown,
  sources: readonly { readonly file: string; readonly text: string }[],
): unknown {
  if (!(error instanceof UserError)) return error;
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const framed = ({ place, ...rest }: Diagnostic): Diagnostic => {
    const text = place?.frame === "" ? texts.get(place.file) : undefined;
    if (!place || text === undefined) return { ...rest, place };
    const { line, column } = place;
    const frame = codeFrame(text.replace(/^\uFEFF/, ""), line, column);
    return { ...rest, place: { ...place, frame } };
  };
  return new UserError(error.diagnostics.map(framed));
}
