/** Parts of `client.ts` that only some revisions have. */
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import { typeText } from "../../model/type-text.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { modelsOf, type EmitContext } from "../context.js";
import { group, indent, line, print } from "../print/layout.js";
import { quote } from "../print/syntax.js";
import {
  askedIn,
  exportsType,
  hasMethod,
  notificationsOf,
  offersOf,
  type Side,
} from "../protocol/protocol-facts.js";
import { shorthandName } from "./shorthands.js";

/** A part of `client.ts`, laid out by a template of its own. */
export interface ClientPart {
  /** `roots`: the template is `client-roots.ts`. */
  readonly name: string;
  /** Names of the runtime that are passed on. */
  readonly passed: string;
  readonly data: object;
}

/** The parts that the revision has the methods and types for. */
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
      passed: "RootsProvider RootsSettings",
      data: { changes: sends("client", "roots/list_changed") },
    });
  const sampling = askedIn(model, "sampling/createMessage");
  if (sampling) {
    const asked = `${sampling}["sampling/createMessage"]`;
    parts.push({
      name: "sampling",
      passed: "pickModel ModelChoice ModelWishes",
      data: {
        params: typeOf("SamplingParams", asked, "params"),
        answer: typeOf("SamplingAnswer", asked, "result"),
      },
    });
  }
  const map = askedIn(model, "elicitation/create");
  if (map) {
    const url = offersOf(model).includes("elicitation.url");
    const completes = sends("server", "elicitation/complete");
    const asked = `${map}["elicitation/create"]`;
    parts.push({
      name: "elicitation",
      passed: [completes && "RetryOptions", url && "UrlTarget"]
        .filter(Boolean)
        .join(" "),
      data: {
        map,
        url,
        complete: completes,
        lists: exportsType(model, "MultiSelectEnumSchema"),
        answer: typeOf("ElicitationAnswer", asked, "result"),
      },
    });
  }
  const complete = calls.find(
    (one) => one.method === "completion/complete" && suggests(model, one),
  );
  if (complete)
    parts.push({
      name: "completer",
      passed: "CompleterOptions Suggest Suggestions",
      data: { name: shorthandName(complete) },
    });
  return parts;
}

/** Whether the request is answered with suggestions that are strings. */
function suggests(model: ProtocolModel, { result }: Method): boolean {
  const declarations = declarationsByName(model);
  const completion = result && findMember(declarations, result, "completion");
  const values =
    completion && findMember(declarations, completion.type, "values");
  return !!values && typeText(values.type) === "string[]";
}

/** `export type X = ServerRequests["m"]["params"];` */
function typeOf(name: string, of: string, part: "params" | "result"): string {
  const type = `${of}[${quote(part)}];`;
  return print(group([`export type ${name} =`, indent([line, type])]));
}
