import { methodsOf } from "../facts/methods.js";
import { selectMethods } from "../features.js";
import { widenedMaps } from "../multi-version/widened-maps.js";
import {
  modelsOf,
  offers,
  type EmitContext,
  type ModulePage,
} from "../context.js";
import { httpHandlers } from "../facts/http-facts.js";
import { toolFacts } from "../facts/tools.js";
import { sideConstant } from "../multi-version/protocols.js";
import { declares, names, type Piece } from "../print/pieces.js";
import { handlerMembers } from "../protocol/handler-members.js";
import {
  embeddedRequests,
  exportsType,
  hasMethod,
  isStateless,
  notificationsOf,
  requestsOf,
  resultsAreMarked,
} from "../facts/protocol-facts.js";
import { sideFacts, sideModules } from "../protocol/side-page.js";
import { inputRequests } from "./input-requests.js";
import { serverParts } from "./parts.js";
import { serverReexports } from "./reexports.js";

/** Requests that the lifecycle of the runtime answers. */
const OWN: readonly string[] = [
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
];

/** Emits `server.ts`: a typed server for one or several revisions. */
export function emitServer(whole: EmitContext): ModulePage {
  const context = selectMethods(whole, "server");
  const { model, render } = context;
  const own = serverParts(context);
  const requests = methodsOf(context, (one) =>
    requestsOf(one, "client"),
  ).filter(({ method }) => !OWN.includes(method));
  const heard = methodsOf(context, (one) => notificationsOf(one, "client"));
  const sent = notificationsOf(model, "server");
  const asked = requestsOf(model, "server");
  const tool = toolFacts(context);
  const injected = httpHandlers(context);
  const constant = sideConstant(context, "server");
  const facts = {
    ...sideFacts(context, "server"),
    constant: constant.name,
    level: exportsType(model, "LoggingLevel") ? "LoggingLevel" : "string",
    hasNotifications: sent.length > 0,
    hasRequests: asked.length > 0,
    hasLog: hasMethod(sent, "notifications/message"),
    hasProgress: hasMethod(sent, "notifications/progress"),
    // Whether `notifications/initialized` starts a session. Some drafts have a
    // handshake without it.
    initialized: hasMethod(heard, "notifications/initialized"),
    polling: modelsOf(context).some((one) => !isStateless(one)),
    marked: resultsAreMarked(model),
    alone: modelsOf(context).some(isStateless),
    hasHttp: offers(context, "server", "http"),
    // Whether results carry sealed state: in stateless revisions, requests for
    // input are embedded in results.
    stateful: modelsOf(context).some(
      (one) => isStateless(one) && embeddedRequests(one).length > 0,
    ),
  };
  const has = (name: string): boolean => own.some((one) => one.name === name);
  const part = (
    name: string,
    data: object,
    exports: readonly string[],
    uses: readonly string[],
  ): Piece => ({
    names: exports,
    exports,
    text: render(`server-${name}.ts`, data).trimEnd(),
    uses: new Set(uses),
    root: true,
  });
  const widened = widenedMaps(context, {
    ClientNotifications: heard,
    ClientRequests: requests,
    EmbeddedRequests: embeddedRequests(model),
    ServerNotifications: sent,
    ServerRequests: asked,
  });
  const asking = inputRequests(context);
  const askUses = asking.map(({ uses }) => uses).join(" ");
  const handlers = handlerMembers(context, {
    ServerRequestHandler: requests,
    ServerNotificationHandler: heard,
  });
  const { hasNotifications, hasRequests } = facts;
  const parts = [
    ...widened,
    part(
      "handlers",
      { ...facts, handlers },
      declares`ServerRequestHandler ServerNotificationHandler ServerHandlers
        ${facts.marked && "Handled"}`,
      names`ClientRequests ClientNotifications`,
    ),
    part(
      "context",
      {
        ...facts,
        extension: tool.extension,
        asks: asking.map(({ data }) => data),
        runsAgain: facts.stateful,
      },
      ["ServerContext"],
      names`Peer Principal
        ${facts.hasHttp && "HttpHead"}
        ${facts.runsTasks && "RunningTask"}
        ${facts.hasLog && facts.level !== "string" && "LoggingLevel"}
        ${hasNotifications && "ServerNotifications"}
        ${hasRequests && "RequestOptions ServerRequests"}
        ${askUses}`,
    ),
    part(
      "core",
      facts,
      declares`ServerOptions Server ServerSession createServer ServerWrap wrapServer
        ${facts.initialized && "sessions"}`,
      names`combineHandlers CustomHandlers CustomMethods CustomNotification CustomParams
        CustomRequests Handlers Limits Peer SessionData Transport wrapAnswers
        ${facts.coreUses}
        ${facts.hasPing && "HealthCheck"}
        ${facts.stateful && "StateOptions"}
        ${hasNotifications && "ServerNotifications"}
        ${hasRequests && "RequestOptions ServerRequests"}
        ${facts.initialized && "sessionHandlers SessionHooks"}`,
    ),
    ...(injected.sessions
      ? [
          part(
            "http",
            injected,
            declares`listen fetchHandler nodeHandler`,
            names`Sessions ${injected.sse && "SseHost"} HttpHandlers
              listen=listenHttp fetchHandler=handleFetch nodeHandler=handleNode
              ListenOptions Listening HttpOptions FetchHandler NodeHandler`,
          ),
        ]
      : []),
    ...own.map(({ name, exports, uses }) =>
      part(name, { ...tool, completes: has("completions") }, exports, uses),
    ),
  ];
  return {
    path: "server.ts",
    pieces: [...parts, constant.piece],
    modules: sideModules(context),
    reexports: serverReexports(context, facts, own),
    layOut: (lines) =>
      render("server.ts", {
        ...lines,
        parts: parts.map(({ text }) => text),
        protocol: constant.piece.text,
      }),
  };
}
