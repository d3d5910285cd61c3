/**
 * Outputs of the user's own: a template that replaces none of ours makes a
 * file of its name, in any language, from the model as data.
 */
import type { ConstantDeclaration } from "../../model/types.js";
import type { EmitContext, Page } from "../context.js";
import { headerLines } from "./header.js";
import { mergedMethods } from "../methods/methods.js";

/** What such a template is given; `docs/templates.md` describes it. */
export function emitAdded(name: string, { model, render }: EmitContext): Page {
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
    under(header) {
      const lines = headerLines(header).slice(1, -1);
      const text = render(name, { ...data, header, headerLines: lines });
      return text === "" || text.endsWith("\n") ? text : `${text}\n`;
    },
  };
}
