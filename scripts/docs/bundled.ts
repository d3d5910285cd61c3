import type { ProtocolModel } from "../../generator/model/types.js";
import { parseSchema } from "../../generator/parse/index.js";
import { readBundledSchema } from "../../generator/source/read.js";
import { knownRevisions } from "../../generator/source/revisions.js";

let models: ReadonlyMap<string, ProtocolModel> | undefined;

/** Returns the models of all bundled revisions, oldest first. */
export function bundledModels(): ReadonlyMap<string, ProtocolModel> {
  models ??= new Map(
    knownRevisions().map((revision) => {
      const source = readBundledSchema(revision);
      return [revision, parseSchema(source.text, source).model];
    }),
  );
  return models;
}
