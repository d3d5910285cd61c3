/**
 * Custom outputs: a user's template that replaces no built-in one creates a
 * file, in any language, from the model.
 */
import type { ConstantDeclaration } from "../../model/types.js";
import type { EmitContext, TextPage } from "../context.js";
import { mergedMethods } from "../facts/methods.js";

/**
 * Emits the file of a template that the user added. `docs/templates.md`
 * describes its data.
 */
export function emitAdded(
  name: string,
  { model, render }: EmitContext,
): TextPage {
  const data = {
    model,
    revision: model.source.revision,
    protocolVersion: model.protocolVersion,
    methods: mergedMethods(model),
    constants: model.declarations.filter(
      (one): one is ConstantDeclaration => one.kind === "constant",
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
