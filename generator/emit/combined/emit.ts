import type { ProtocolModel } from "../../model/types.js";
import { emitClient } from "../client.js";
import type { EmitContext, OutputFile, OutputName } from "../context.js";
import { emitServer } from "../server.js";
import { folderOf } from "../revision-names.js";
import { together } from "./together.js";

/**
 * `server.ts` and `client.ts` over all of the revisions that go together,
 * typed against the newest.
 */
export function emitCombined(
  models: readonly ProtocolModel[],
  outputs: ReadonlySet<OutputName>,
  given: Pick<EmitContext, "render" | "laters">,
  headerOf: (output: "server" | "client") => string,
): OutputFile[] {
  const combined = together(models);
  const [model] = combined;
  if (!model) return [];
  const contextFor = (output: "server" | "client"): EmitContext => ({
    ...given,
    model,
    header: headerOf(output),
    runtime: "./runtime",
    folder: `./${folderOf(model)}/`,
    combined,
  });
  return [
    ...(outputs.has("server") ? [emitServer(contextFor("server"))] : []),
    ...(outputs.has("client") ? [emitClient(contextFor("client"))] : []),
  ];
}
