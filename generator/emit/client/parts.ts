/**
 * Optional parts of `client.ts`, such as `roots`. A part is only generated for
 * revisions with certain methods.
 */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import { typeText } from "../../model/type-text.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { getModels, type EmitContext, type Side } from "../context.js";
import {
  findRequestMap,
  exportsType,
  hasMethod,
  getNotifications,
  getImpliedCapabilities,
} from "../facts/protocol-facts.js";
import { declares, names } from "../print/pieces.js";
import { formatAlias } from "../types/declaration-printer.js";
import { getShorthandName } from "./shorthands.js";

/** Optional part of `client.ts`. Each part has a separate template. */
export interface ClientPart {
  /** Name of the part, such as `roots` for the template `client-roots.ts`. */
  readonly name: string;
  /** Names that `client.ts` re-exports from the runtime. */
  readonly reexports: readonly string[];
  /** Names that the template of the part declares and exports. */
  readonly exports: readonly string[];
  /** Names from other modules that the template of the part uses. */
  readonly uses: readonly string[];
  readonly data: object;
}

/**
 * Returns the optional parts whose required methods and types exist in the
 * revision.
 */
export function getClientParts(
  context: EmitContext,
  calls: readonly Method[],
): ClientPart[] {
  const { model } = context;
  const sends = (side: Side, name: string): boolean =>
    getModels(context).some((model) =>
      hasMethod(getNotifications(model, side), `notifications/${name}`),
    );
  const parts: ClientPart[] = [];
  if (findRequestMap(model, "roots/list") && exportsType(model, "Root"))
    parts.push({
      name: "roots",
      reexports: names`RootsProvider RootsSettings`,
      exports: ["RootHandlers", "roots"],
      uses: names`Root RootsProvider RootsSettings rootHandlers`,
      data: { changes: sends("client", "roots/list_changed") },
    });
  const sampling = findRequestMap(model, "sampling/createMessage");
  if (sampling) {
    const asked = `${sampling}["sampling/createMessage"]`;
    parts.push({
      name: "sampling",
      reexports: names`pickModel ModelChoice ModelWishes`,
      exports: declares`SamplingParams SamplingAnswer SamplingOptions sampling`,
      uses: names`${sampling} SamplingSpec samplingHandlers`,
      data: {
        params: formatAlias("SamplingParams", reference(`${asked}["params"]`)),
        answer: formatAlias("SamplingAnswer", reference(`${asked}["result"]`)),
      },
    });
  }
  const map = findRequestMap(model, "elicitation/create");
  if (map) {
    const url = getImpliedCapabilities(model).includes("elicitation.url");
    const completes = sends("server", "elicitation/complete");
    const answer = reference(`${map}["elicitation/create"]["result"]`);
    parts.push({
      name: "elicitation",
      reexports: names`${completes && "RetryOptions"} ${url && "UrlTarget"}`,
      exports: declares`ElicitationForm ElicitationAnswer ElicitationOptions
        elicitation ${url && "ElicitationUrl"}
        ${completes && "ElicitationHandlers"}`,
      uses: names`${map} ElicitationSpec elicitationHandlers
        ${completes && "RetryOptions"}`,
      data: {
        map,
        url,
        complete: completes,
        lists: exportsType(model, "MultiSelectEnumSchema"),
        answer: formatAlias("ElicitationAnswer", answer),
      },
    });
  }
  const complete = calls.find(
    (call) =>
      call.method === "completion/complete" && suggestsStrings(model, call),
  );
  if (complete)
    parts.push({
      name: "completer",
      reexports: names`CompleterOptions Suggest Suggestions`,
      exports: ["completer"],
      uses: names`ClientRequests CompleterOptions Suggest createCompleter`,
      data: { name: getShorthandName(complete) },
    });
  return parts;
}

/**
 * Returns whether the result of `completion/complete` lists its suggestions as
 * strings, in `completion.values`.
 */
function suggestsStrings(model: ProtocolModel, { result }: Method): boolean {
  const declarations = declarationsByName(model);
  const completion = result && findMember(declarations, result, "completion");
  const values =
    completion && findMember(declarations, completion.type, "values");
  return !!values && typeText(values.type) === "string[]";
}
