import { literalUnion, NO_DOC, NOWHERE } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import type { LiteralValue, Method } from "../../model/types.js";
import { ofChoice } from "../choice.js";
import { methodsOf, ownerOf, widenedMaps } from "../combined/methods.js";
import { sideConstant } from "../combined/protocols.js";
import { modelsOf, offers, type EmitContext, type Page } from "../context.js";
import { handlerMembers } from "../protocol/handler-members.js";
import {
  embeddedRequests,
  hasMethod,
  hasPing,
  isStateless,
  notificationsOf,
  requestsOf,
} from "../protocol/protocol-facts.js";
import {
  holdsList,
  infoType,
  suggests,
} from "../protocol/runtime-requirements.js";
import { coreOf, sidePage } from "../protocol/side-page.js";
import { speaksTasks } from "../protocol/tasks.js";
import { toolFacts } from "../server/features.js";
import { declarationText } from "../types/declaration-printer.js";
import { clientParts } from "./parts.js";
import { passedOn } from "./passed.js";
import { shorthand, shorthandName, shorthandTable } from "./shorthands.js";

/**
 * Requests without which a host has nothing to bring together, and the lists
 * that their results hold.
 */
const HOST_METHODS: readonly (readonly [method: string, list?: string])[] = [
  ["tools/list", "tools"],
  ["tools/call"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
  ["resources/read"],
  ["prompts/list", "prompts"],
  ["prompts/get"],
];

/** `client.ts`: a typed client over the runtime. */
export function emitClient(whole: EmitContext): Page {
  const context = ofChoice(whole, "client");
  const { model, render, combined } = context;
  const stateless = modelsOf(context).some(isStateless);
  const requests = methodsOf(context, (one) =>
    requestsOf(one, "server"),
  ).filter(({ method }) => method !== "ping");
  const embedded = embeddedRequests(model);
  const heard = methodsOf(context, (one) => notificationsOf(one, "server"));
  const sent = methodsOf(context, (one) => notificationsOf(one, "client"));
  const calls = methodsOf(context, (one) => requestsOf(one, "client")).filter(
    ({ method }) => method !== "initialize",
  );
  const complete = calls.find(
    (one) => one.method === "completion/complete" && suggests(model, one),
  );
  const parts = clientParts(context, complete && shorthandName(complete));
  const hosts =
    offers(context, "client", "host") &&
    HOST_METHODS.every(([method, list]) =>
      calls.some(
        (one) =>
          one.method === method &&
          (list === undefined || holdsList(model, one, list)),
      ),
    );
  const structured =
    offers(context, "client", "tools") && toolFacts(context).structured;
  const protocol = sideConstant(context, "client");
  const info = infoType(model);
  const listens = hasMethod(calls, "subscriptions/listen");
  const data = {
    ...coreOf(context, "client"),
    constant: protocol.name,
    protocol: protocol.text,
    info,
    maps: widenedMaps(context, {
      ClientNotifications: sent,
      ClientRequests: calls,
      EmbeddedRequests: embedded,
      ServerNotifications: heard,
      ServerRequests: requests,
    }),
    stateless,
    structured,
    hasRequests: requests.length > 0,
    hasEmbedded: embedded.length > 0,
    hasProgress: hasMethod(sent, "notifications/progress"),
    hasNotifications: sent.length > 0,
    hasPing: modelsOf(context).some(hasPing),
    hasTasks: speaksTasks(context),
    handlers: handlerMembers(context, {
      ClientRequestHandler: requests,
      ClientInputHandler: embedded,
      ClientNotificationHandler: heard,
    }),
    revisions:
      combined &&
      unionAlias(
        "Revision",
        combined.map(({ protocolVersion }) => protocolVersion),
      ),
    paged: pagedMethods(context, calls),
    shorthands: calls
      .map((one) => shorthand(context, one, stateless))
      .join("\n"),
    shorthandTable: shorthandTable(calls),
    host: hosts && render("client-host.ts", { info, listens }).trimEnd(),
    parts: parts.map(({ name, data }) =>
      render(`client-${name}.ts`, data).trimEnd(),
    ),
  };
  const has = { outputs: structured, cache: stateless, hosts };
  return sidePage(context, "client", passedOn(context, parts, has), data);
}

/** The union of the requests whose result has a cursor of the next page. */
function pagedMethods(
  context: EmitContext,
  calls: readonly Method[],
): string | null {
  const paged = calls.filter((one) => {
    const declarations = declarationsByName(ownerOf(context, one));
    const { result } = one;
    return result !== null && findMember(declarations, result, "nextCursor");
  });
  if (paged.length === 0) return null;
  return unionAlias(
    "PagedMethod",
    paged.map(({ method }) => method),
  );
}

function unionAlias(name: string, values: readonly LiteralValue[]): string {
  return declarationText({
    kind: "alias",
    name,
    exported: true,
    doc: NO_DOC,
    position: NOWHERE,
    type: literalUnion(values),
  });
}
