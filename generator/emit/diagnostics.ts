import {
  codeFrame,
  errorsOf,
  UserError,
  type Diagnostic,
  type Place,
} from "../support/errors.js";
import type { Position, Source } from "../model/types.js";
import { FEATURES, OUTPUTS, TRANSPORTS } from "./context.js";

/**
 * Errors and warnings of the emitters. Released codes never change. A code
 * without title, cause and fix does not compile.
 *
 * MCP20x: names. MCP21x: templates. MCP22x: outputs, features and transports.
 */
export const emitError = errorsOf({
  MCP200: {
    title: "Name is taken",
    cause:
      "The generated files add exports of their own beside the schema's, and two exports of one name cannot stand together.",
    fix: "Rename the schema's declaration, or leave that output out with --only.",
  },
  MCP201: {
    title: "Not a type's name",
    cause: "TypeScript reserves the word and accepts no type of that name.",
    fix: "Rename the declaration.",
  },
  MCP202: {
    title: "Name of a utility type",
    cause:
      "Generated code uses TypeScript's utility types, which this declaration would hide.",
    fix: "Rename the declaration.",
  },
  MCP203: {
    title: "Not exported",
    cause:
      "The types of a method are named in other generated files, which can import only what is exported.",
    fix: "Export the declaration.",
  },
  MCP210: {
    title: "No such template folder",
    cause: "The folder named by --templates is not there or not readable.",
    fix: "Name a folder that holds templates such as types.ts.hbs.",
  },
  MCP211: {
    title: "Misspelt template",
    cause:
      "A template replaces the built-in one of the same name, or adds a file of its own name. This name is one letter or two from a built-in one.",
    fix: "Rename the file to that of the built-in template, or to something less like it.",
  },
  MCP212: {
    title: "Template syntax",
    cause: "Handlebars cannot read the template.",
    fix: "Mend the template at the place shown.",
  },
  MCP213: {
    title: "Template data",
    cause:
      "Templates are strict: what they name must be among the data that they are given.",
    fix: "Use the names that the built-in template of the same name uses; docs/templates.md has those for other files.",
  },
  MCP214: {
    title: "Template output",
    cause:
      "Prettier formats what a template of yours makes, and has to parse it.",
    fix: "Mend the template so that it makes a whole file of valid code.",
  },
  MCP215: {
    title: "Name of a template is taken",
    cause:
      "A template of yours that replaces none makes a file of its own name, which the program writes or keeps for itself.",
    fix: "Rename the template.",
  },
  MCP216: {
    title: "Template in a folder of its own",
    cause:
      "Templates are read from the folder itself: what is below it would make nothing.",
    fix: "Move the template up, or out of the folder.",
  },
  MCP220: {
    title: "Unknown output",
    cause: `Outputs: ${OUTPUTS.join(", ")}.`,
    fix: "Name some of these with --only, or leave --only out for all.",
  },
  MCP221: {
    title: "Output without a version",
    cause:
      "Peers are told the protocol's version, and the schema declares none.",
    fix: "Pass --protocol-version, or leave the output out of --only.",
  },
  MCP222: {
    title: "No templates to fill",
    cause:
      "The output named templates is the files that templates of yours add.",
    fix: "Name their folder with --templates DIR.",
  },
  MCP223: {
    title: "Two revisions of one version",
    cause:
      "A peer names a revision by its version string, and cannot tell two that have the same apart.",
    fix: "Import what speaks the other from the folder of its own, or leave one of them out of --rev.",
  },
  MCP224: {
    title: "Unknown feature",
    cause: `Features: ${FEATURES.join(", ")}.`,
    fix: "Name some of these with --features, or leave --features out for all.",
  },
  MCP225: {
    title: "Unknown transport",
    cause: `Transports: ${TRANSPORTS.join(", ")}.`,
    fix: "Name some of these with --transports, or leave --transports out for all.",
  },
});

export type EmitCode = Parameters<typeof emitError>[0];

/**
 * Returns the position of a declaration. `withFrames` adds the code frame
 * later.
 */
export function placeOf(source: Source, position: Position): Place {
  return { file: source.file, ...position, frame: "" };
}

/**
 * Returns the error with a code frame for each position in one of the files.
 */
export function withFrames(
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
