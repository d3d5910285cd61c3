import { declarationTypes, namesIn } from "../../model/walk.js";
import type { Declaration } from "../../model/types.js";
import type { EmitContext, ModulePage } from "../context.js";
import type { Piece } from "../print/pieces.js";
import { textsOf } from "../print/text.js";
import { declarationText } from "./declaration-printer.js";

/**
 * Emits `types.ts`: every declaration of the schema in source order, with its
 * doc comment.
 */
export function emitTypes({ model, render }: EmitContext): ModulePage {
  const pieces = model.declarations.map(declarationPiece);
  return {
    path: "types.ts",
    pieces,
    modules: [],
    reexports: [],
    layOut: ({ header }, isWritten) =>
      render("types.ts", {
        header,
        declarations: textsOf(pieces, isWritten),
      }),
  };
}

function declarationPiece(declaration: Declaration): Piece {
  const names = [declaration.name];
  return {
    names,
    exports: declaration.exported ? names : [],
    text: declarationText(declaration),
    uses: namesIn(declarationTypes(declaration)),
    root: true,
  };
}
