/**
 * Emits custom outputs: files that a user's template adds to the output, in any
 * language. A user's template creates a custom output if no built-in template
 * has the same name.
 */
import type { ConstantDeclaration } from "../../model/types.js";
import type { EmitContext, TextPage } from "../context.js";
import { mergeMethods } from "../facts/methods.js";

/**
 * Emits the file of a template that the user added. The template receives the
 * data that `docs/templates.md` describes.
 */
export function emitCustomOutput(
  name: string,
  { model, render }: EmitContext,
): TextPage {
  const data = {
    model,
    revision: model.source.revision,
    protocolVersion: model.protocolVersion,
    methods: mergeMethods(model),
    constants: model.declarations.filter(
      (declaration): declaration is ConstantDeclaration =>
        declaration.kind === "constant",
    ),
  };
  return {
    path: name,
    render({ header, headerLines }) {
      const text = render(name, { ...data, header, headerLines });
      return text === "" || text.endsWith("\n") ? text : `${text}\n`;
    },
  };
}
