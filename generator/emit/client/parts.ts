/** Parts of `client.ts` that only some revisions have. */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import { typeText } from "../../model/type-text.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext, type Side } from "../context.js";
import {
  askedIn,
  exportsType,
  hasMethod,
  notificationsOf,
  offersOf,
} from "../facts/protocol-facts.js";
import { declares, names } from "../print/pieces.js";
import { aliasText } from "../types/declaration-printer.js";
import { shorthandName } from "./shorthands.js";

/** Part of `client.ts` with a separate template. */
export interface ClientPart {
  /** Name of the part, such as `roots` for the template `client-roots.ts`. */
  readonly name: string;
  /** Names that `client.ts` re-exports from the runtime. */
  readonly reexports: readonly string[];
  /** Names that the template declares and exports. */
  readonly exports: readonly string[];
  /** Names that the template uses. */
  readonly uses: readonly string[];
  readonly data: object;
}

/** Returns the parts whose methods and types the revision has. */
export function clientParts(
  context: EmitContext,
  calls: readonly Method[],
): ClientPart[] {
  const { model } = context;
  const sends = (side: Side, name: string): boolean =>
    modelsOf(context).some((one) =>
      hasMethod(notificationsOf(one, side), `notifications/${name}`),
    );
  const parts: ClientPart[] = [];
  if (askedIn(model, "roots/list") && exportsType(model, "Root"))
    parts.push({
      name: "roots",
      reexports: names`RootsProvider RootsSettings`,
      exports: ["RootHandlers", "roots"],
      uses: names`Root RootsProvider RootsSettings rootHandlers`,
      data: { changes: sends("client", "roots/list_changed") },
    });
  const sampling = askedIn(model, "sampling/createMessage");
  if (sampling) {
    const asked = `${sampling}["sampling/createMessage"]`;
    parts.push({
      name: "sampling",
      reexports: names`pickModel ModelChoice ModelWishes`,
      exports: declares`SamplingParams SamplingAnswer SamplingOptions sampling`,
      uses: names`${sampling} SamplingSpec samplingHandlers`,
      data: {
        params: aliasText("SamplingParams", reference(`${asked}["params"]`)),
        answer: aliasText("SamplingAnswer", reference(`${asked}["result"]`)),
      },
    });
  }
  const map = askedIn(model, "elicitation/create");
  if (map) {
    const url = offersOf(model).includes("elicitation.url");
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
        answer: aliasText("ElicitationAnswer", answer),
      },
    });
  }
  const complete = calls.find(
    (one) => one.method === "completion/complete" && suggests(model, one),
  );
  if (complete)
    parts.push({
      name: "completer",
      reexports: names`CompleterOptions Suggest Suggestions`,
      exports: ["completer"],
      uses: names`ClientRequests CompleterOptions Suggest createCompleter`,
      data: { name: shorthandName(complete) },
    });
  return parts;
}

/**
 * Returns whether the values in the result of `completion/complete` are
 * strings.
 */
function suggests(model: ProtocolModel, { result }: Method): boolean {
  const declarations = declarationsByName(model);
  const completion = result && findMember(declarations, result, "completion");
  const values =
    completion && findMember(declarations, completion.type, "values");
  return !!values && typeText(values.type) === "string[]";
}
