/**
 * Custom outputs. A user's template whose name is not the name of a built-in
 * template creates an additional file from the model, in any language.
 */
import type { ConstantDeclaration } from "../../model/types.js";
import type { EmitContext, TextPage } from "../context.js";
import { mergeMethods } from "../facts/methods.js";

/**
 * Emits the file of a template that the user added. `docs/templates.md`
 * describes the data that the template receives.
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
