import { declarationsByName } from "../../model/lookup.js";
import { literalUnion, NO_DOC, NOWHERE } from "../../model/build.js";
import { findMember } from "../../model/members/members.js";
import type { LiteralValue, Method } from "../../model/types.js";
import { handlerMembers } from "../protocol/handler-members.js";
import { coreOf, versionCheck } from "../protocol/shared-modules.js";
import { clientFeaturesOf } from "./features.js";
import {
  clientExports,
  clientImports,
  hasOutputs,
  type ClientNames,
} from "./modules.js";
import { mapsOf, methodsOf, ownerOf } from "../combined/methods.js";
import { sideConstant } from "../combined/protocols.js";
import { ofChoice } from "../choice.js";
import { modelsOf, offers, type EmitContext, type Page } from "../context.js";
import { declarationText } from "../types/declaration-printer.js";
import {
  holdsList,
  infoType,
  suggests,
} from "../protocol/runtime-requirements.js";
import { HOST_EXPORTS } from "./host-modules.js";
import { claimNames } from "../assemble/name-clashes.js";
import {
  embeddedRequests,
  hasPing,
  isStateless,
  notificationsOf,
  requestsOf,
} from "../protocol/protocol-facts.js";
import { SHARED_NAMES } from "../server/server.js";
import { shorthand, shorthandName, shorthandTable } from "./shorthands.js";
import { speaksTasks, taskNames } from "../protocol/tasks.js";

const FILE = "client.ts";

const NAMES: readonly string[] = [
  "Client",
  "ClientContext",
  "ClientHandlers",
  "ClientLimits",
  "ClientInputHandler",
  "ClientNotificationHandler",
  "ClientOptions",
  "ClientRequestHandler",
  "HealthCheck",
  "HealthOptions",
  "pings",
  "PagedMethod",
  "OutputValidator",
  "UnknownValue",
  "outputValidator",
  "Fetch",
  "HttpChallenge",
  "HttpClientOptions",
  "ResultCache",
  "ResultCacheOptions",
  "SpawnOptions",
  "createClient",
  "createHost",
  "Host",
  "HostOptions",
  ...HOST_EXPORTS,
  "http",
  "resultCache",
  "spawn",
];

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
  const features = clientFeaturesOf(
    context,
    complete && shorthandName(complete),
  );
  claimNames(model, FILE, [
    ...SHARED_NAMES,
    ...NAMES,
    ...(combined ? ["Revision"] : []),
    ...features.flatMap(({ exports, passed }) => [
      ...exports,
      ...passed.flatMap(({ names }) => names),
    ]),
    ...taskNames(context),
  ]);
  const methods = new Set(calls.map(({ method }) => method));
  const hosts =
    offers(context, "client", "host") &&
    HOST_METHODS.every(([method, list]) =>
      calls.some(
        (one) =>
          one.method === method &&
          (list === undefined || holdsList(model, one, list)),
      ),
    );
  const protocol = sideConstant(context, "client");
  const info = infoType(model);
  const maps = mapsOf(context, [
    ...(sent.length > 0
      ? [{ name: "ClientNotifications", methods: sent }]
      : []),
    { name: "ClientRequests", methods: calls },
    ...(embedded.length > 0
      ? [{ name: "EmbeddedRequests", methods: embedded }]
      : []),
    { name: "ServerNotifications", methods: heard },
    ...(requests.length > 0
      ? [{ name: "ServerRequests", methods: requests }]
      : []),
  ]);
  const names: ClientNames = {
    validators: protocol.validators,
    laterValues: protocol.hasLater,
    maps: maps.imports,
    types: [info],
    features,
    hosts,
  };
  const data = {
    imports: clientImports(context, names),
    reexports: clientExports(context, names),
    maps: maps.declarations,
    stateless,
    hasRequests: requests.length > 0,
    hasEmbedded: embedded.length > 0,
    handlers: handlerMembers(context, [
      { type: "ClientRequestHandler", methods: requests },
      { type: "ClientInputHandler", methods: embedded },
      { type: "ClientNotificationHandler", methods: heard },
    ]),
    hasProgress: sent.some((one) => one.method === "notifications/progress"),
    hasNotifications: sent.length > 0,
    hasPing: modelsOf(context).some(hasPing),
    structured: hasOutputs(context),
    versionCheck: versionCheck(context),
    core: coreOf(context, "client"),
    constant: protocol.name,
    revisions: revisionsType(context),
    hasTasks: speaksTasks(context),
    paged: pagedMethods(context, calls),
    info,
    shorthands: calls
      .map((one) => shorthand(context, one, stateless))
      .join("\n"),
    host: hosts
      ? render("client-host.ts", {
          info,
          listens: methods.has("subscriptions/listen"),
        }).trimEnd()
      : null,
    shorthandTable: shorthandTable(calls),
    parts: features.map(({ name, data }) =>
      render(`client-${name}.ts`, data).trimEnd(),
    ),
    protocol: protocol.text,
  };
  return { path: FILE, under: (header) => render(FILE, { header, ...data }) };
}

/** The versions that a client of several revisions can be held to. */
function revisionsType({ combined }: EmitContext): string | null {
  if (!combined) return null;
  return unionAlias(
    "Revision",
    combined.map(({ protocolVersion }) => protocolVersion),
  );
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
