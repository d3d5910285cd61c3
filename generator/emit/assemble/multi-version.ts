import type { ProtocolModel } from "../../model/types.js";
import { getFolder } from "../facts/revision-names.js";
import { emitClient } from "../client/client.js";
import type { EmitContext, OutputName, Page } from "../context.js";
import type { Side } from "../context.js";
import { checkNames } from "./name-clashes.js";
import { emitServer } from "../server/server.js";
import { distinguishableRevisions } from "../multi-version/distinguishable.js";

const EMITTERS = { server: emitServer, client: emitClient };

/**
 * Returns the multi-version `server.ts` and `client.ts`, typed for the newest
 * revision. If a generated project implements one side (server or client), only
 * the project's tests use the other side. The other side then supports only the
 * newest revision.
 */
export function emitMultiVersion(
  models: readonly ProtocolModel[],
  outputs: ReadonlySet<OutputName>,
  given: Omit<EmitContext, "model">,
  project: Side | undefined,
): Page[] {
  const combined = distinguishableRevisions(models);
  const [model] = combined;
  if (!model) return [];
  const name = getFolder(model);
  const newest = { ...given, model, folder: `./${name}/` };
  return (["server", "client"] as const)
    .filter((side) => outputs.has(side))
    .map((side) => {
      const page = EMITTERS[side](
        project && project !== side ? newest : { ...newest, combined },
      );
      checkNames(model, page);
      return page;
    });
}
