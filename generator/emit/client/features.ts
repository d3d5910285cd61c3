/** Features of the runtime that a revision's client can use. */
import { declarationsByName } from "../../model/lookup.js";
import { hasMember } from "../../model/members/members.js";
import type { ProtocolModel } from "../../model/types.js";
import type { ModuleNames } from "../print/imports.js";
import { modelsOf, type EmitContext } from "../context.js";
import { group, indent, line, print } from "../print/layout.js";
import {
  embeddedRequests,
  exportsType,
  notificationsOf,
  requestsOf,
  type Side,
} from "../protocol/protocol-facts.js";
import { quote } from "../print/syntax.js";

/** A part of `client.ts`, laid out by a template of its own. */
export interface ClientFeature {
  /** `roots`: the template is `client-roots.ts`. */
  readonly name: string;
  /** What is imported of the runtime, paths from `runtime/features`. */
  readonly imports: readonly ModuleNames[];
  /** What is passed on of the runtime. */
  readonly passed: readonly ModuleNames[];
  /** What `client.ts` declares for it. */
  readonly exports: readonly string[];
  /** Types of the schema that are used. */
  readonly types: readonly string[];
  readonly data: object;
}

/** Parts of capabilities that follow from how a handler is made. */
const OFFERS: readonly string[] = [
  "sampling.tools",
  "sampling.context",
  "elicitation.form",
  "elicitation.url",
];

/** Those that the revision knows, and has the requests for. */
export function offersOf(model: ProtocolModel): string[] {
  const declarations = declarationsByName(model);
  return OFFERS.filter(
    (path) =>
      hasMember(declarations, "ClientCapabilities", path) &&
      model.methods.some(({ method }) =>
        path.startsWith(`${method.split("/")[0]}.`),
      ),
  );
}

/** The features that the revision has the methods and types for. */
export function clientFeaturesOf(
  context: EmitContext,
  /** Name of the method that asks for completions. */
  complete: string | undefined,
): ClientFeature[] {
  const { model } = context;
  const mapOf = (method: string): string | null => {
    const has = (methods: readonly { readonly method: string }[]): boolean =>
      methods.some((one) => one.method === method);
    if (has(requestsOf(model, "server"))) return "ServerRequests";
    return has(embeddedRequests(model)) ? "EmbeddedRequests" : null;
  };
  const sends = (side: Side, notification: string): boolean =>
    modelsOf(context)
      .flatMap((one) => notificationsOf(one, side))
      .some(({ method }) => method === notification);
  const sampling = mapOf("sampling/createMessage");
  const elicitation = mapOf("elicitation/create");
  const url = offersOf(model).includes("elicitation.url");
  const hasComplete = sends("server", "notifications/elicitation/complete");
  const lists = exportsType(model, "MultiSelectEnumSchema");
  return [
    ...(mapOf("roots/list") && exportsType(model, "Root")
      ? [roots(sends("client", "notifications/roots/list_changed"))]
      : []),
    ...(sampling ? [samplingPart(sampling)] : []),
    ...(elicitation
      ? [elicitationPart(elicitation, url, hasComplete, lists)]
      : []),
    ...(complete ? [completer(complete)] : []),
  ];
}

function roots(changes: boolean): ClientFeature {
  const from = "client-roots.js";
  return {
    name: "roots",
    imports: [
      { from, names: ["rootHandlers"] },
      { from, names: ["RootsProvider", "RootsSettings"], types: true },
    ],
    passed: [{ from, names: ["RootsProvider", "RootsSettings"], types: true }],
    exports: ["RootHandlers", "roots"],
    types: ["Root"],
    data: { changes },
  };
}

function samplingPart(map: string): ClientFeature {
  const from = "client-sampling.js";
  return {
    name: "sampling",
    imports: [
      { from, names: ["samplingHandlers"] },
      { from, names: ["SamplingSpec"], types: true },
    ],
    passed: [
      { from: "model-choice.js", names: ["pickModel"] },
      {
        from: "model-choice.js",
        names: ["ModelChoice", "ModelWishes"],
        types: true,
      },
    ],
    exports: [
      "SamplingAnswer",
      "SamplingOptions",
      "SamplingParams",
      "sampling",
    ],
    types: [],
    data: {
      params: typeOf("SamplingParams", map, "sampling/createMessage", "params"),
      answer: typeOf("SamplingAnswer", map, "sampling/createMessage", "result"),
    },
  };
}

function elicitationPart(
  map: string,
  url: boolean,
  complete: boolean,
  lists: boolean,
): ClientFeature {
  const from = "client-elicitation.js";
  return {
    name: "elicitation",
    imports: [
      { from, names: ["elicitationHandlers"] },
      {
        from,
        names: ["ElicitationSpec", ...(complete ? ["RetryOptions"] : [])],
        types: true,
      },
    ],
    passed: [
      {
        from,
        names: [
          ...(complete ? ["RetryOptions"] : []),
          ...(url ? ["UrlTarget"] : []),
        ],
        types: true,
      },
    ],
    exports: [
      "ElicitationAnswer",
      "ElicitationForm",
      "ElicitationOptions",
      ...(complete ? ["ElicitationHandlers"] : []),
      ...(url ? ["ElicitationUrl"] : []),
      "elicitation",
    ],
    types: [],
    data: {
      map,
      url,
      complete,
      lists,
      answer: typeOf("ElicitationAnswer", map, "elicitation/create", "result"),
    },
  };
}

function completer(name: string): ClientFeature {
  const from = "completer.js";
  const types = ["CompleterOptions", "Suggest"];
  return {
    name: "completer",
    imports: [
      { from, names: ["suggesting"] },
      { from, names: types, types: true },
    ],
    passed: [{ from, names: [...types, "Suggestions"], types: true }],
    exports: ["completer"],
    types: [],
    data: { name },
  };
}

/** `export type X = ServerRequests["m"]["params"];` */
function typeOf(
  name: string,
  map: string,
  method: string,
  part: "params" | "result",
): string {
  const type = `${map}[${quote(method)}][${quote(part)}];`;
  return print(group([`export type ${name} =`, indent([line, type])]));
}
