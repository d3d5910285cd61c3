import type { ProtocolModel } from "../../model/types.js";
import { emitClient } from "../client/client.js";
import { fileOf } from "../context.js";
import type {
  EmitContext,
  Emitter,
  OutputFile,
  OutputName,
} from "../context.js";
import type { Side } from "../protocol/protocol-facts.js";
import { emitServer } from "../server/server.js";
import { folderOf } from "../assemble/revision-names.js";
import { distinguishableRevisions } from "./together.js";

const EMITTERS: readonly (readonly [Side, Emitter])[] = [
  ["server", emitServer],
  ["client", emitClient],
];

/**
 * `server.ts` and `client.ts` over all of the revisions that go together,
 * typed against the newest. What a project has for its tests speaks that alone.
 */
export function emitCombined(
  models: readonly ProtocolModel[],
  outputs: ReadonlySet<OutputName>,
  given: Pick<EmitContext, "render" | "laters" | "chosen" | "runtime">,
  headerOf: (file: string) => string,
  project?: Side,
): OutputFile[] {
  const combined = distinguishableRevisions(models);
  const [model] = combined;
  if (!model) return [];
  const context: EmitContext = {
    ...given,
    later: given.laters?.[folderOf(model)],
    model,
    folder: `./${folderOf(model)}/`,
  };
  return EMITTERS.filter(([side]) => outputs.has(side)).map(([side, emit]) => {
    const forTests = project !== undefined && project !== side;
    const page = emit(forTests ? context : { ...context, combined });
    return fileOf(page, headerOf(page.path));
  });
}
