/**
 * Outputs of the user's own: a template that replaces none of ours makes a
 * file of its name, in any language, from the model as data.
 */
import type { ConstantDeclaration } from "../../model/types.js";
import type { EmitContext, TextPage } from "../context.js";
import { mergedMethods } from "../facts/methods.js";

/** What such a template is given; `docs/templates.md` describes it. */
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
