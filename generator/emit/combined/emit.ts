import type { ProtocolModel } from "../../model/types.js";
import { emitClient } from "../client/client.js";
import { fileOf } from "../context.js";
import type {
  EmitContext,
  Emitter,
  OutputFile,
  OutputName,
} from "../context.js";
import { emitServer } from "../server/server.js";
import { folderOf } from "../assemble/revision-names.js";
import { distinguishableRevisions } from "./together.js";

const EMITTERS: readonly (readonly [OutputName, Emitter])[] = [
  ["server", emitServer],
  ["client", emitClient],
];

/**
 * `server.ts` and `client.ts` over all of the revisions that go together,
 * typed against the newest.
 */
export function emitCombined(
  models: readonly ProtocolModel[],
  outputs: ReadonlySet<OutputName>,
  given: Pick<EmitContext, "render" | "laters">,
  headerOf: (file: string) => string,
): OutputFile[] {
  const combined = distinguishableRevisions(models);
  const [model] = combined;
  if (!model) return [];
  const context: EmitContext = {
    ...given,
    model,
    runtime: "./runtime",
    folder: `./${folderOf(model)}/`,
    combined,
  };
  return EMITTERS.filter(([output]) => outputs.has(output)).map(([, emit]) => {
    const page = emit(context);
    return fileOf(page, headerOf(page.path));
  });
}
