import { declarationTypes, namesIn } from "../../model/walk.js";
import type { Declaration } from "../../model/types.js";
import type { EmitContext, ModulePage } from "../context.js";
import { once, type Piece } from "../print/pieces.js";
import { getTexts } from "../print/text.js";
import { formatDeclaration } from "./declaration-printer.js";

/**
 * Emits `types.ts`: every declaration of the schema in source order, with its
 * doc comment.
 */
export function emitTypes({ model, render }: EmitContext): ModulePage {
  const pieces = model.declarations.map(createDeclarationPiece);
  return {
    path: "types.ts",
    pieces,
    modules: [],
    reexports: [],
    layOut: ({ header }, isWritten) =>
      render("types.ts", {
        header,
        declarations: getTexts(pieces, isWritten),
      }),
  };
}

function createDeclarationPiece(declaration: Declaration): Piece {
  const names = [declaration.name];
  return {
    names,
    exports: declaration.exported ? names : [],
    text: once(() => formatDeclaration(declaration)),
    uses: namesIn(declarationTypes(declaration)),
    root: true,
  };
}
