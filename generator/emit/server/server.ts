import { getMethods } from "../facts/methods.js";
import { selectMethods } from "../features.js";
import { createWidenedMaps } from "../multi-version/widened-maps.js";
import {
  getModels,
  includesFeature,
  type EmitContext,
  type ModulePage,
} from "../context.js";
import { getHttpHandlers } from "../facts/http-facts.js";
import { getToolFacts } from "../facts/tools.js";
import { createProtocolConstant } from "../multi-version/protocols.js";
import { declares, names, once, type Piece } from "../print/pieces.js";
import { printHandlerMembers } from "../protocol/handler-members.js";
import {
  getEmbeddedRequests,
  exportsType,
  hasMethod,
  isStateless,
  getNotifications,
  getRequests,
  resultsHaveType,
} from "../facts/protocol-facts.js";
import { getSideFacts, getImportedModules } from "../protocol/side-page.js";
import { getInputRequestFunctions } from "./input-requests.js";
import { getServerParts } from "./parts.js";
import { getReexports } from "./reexports.js";

/**
 * Methods of the requests that the runtime answers itself. Users need no
 * handler for these requests.
 */
const LIFECYCLE_METHODS: readonly string[] = [
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
];

/** Emits `server.ts`: a typed server for one or several revisions. */
export function emitServer(whole: EmitContext): ModulePage {
  const context = selectMethods(whole, "server");
  const { model, render } = context;
  const own = getServerParts(context);
  const requests = getMethods(context, "client", getRequests).filter(
    ({ method }) => !LIFECYCLE_METHODS.includes(method),
  );
  const received = getMethods(context, "client", getNotifications);
  const sent = getNotifications(model, "server");
  const asked = getRequests(model, "server");
  const tool = getToolFacts(context);
  const injected = getHttpHandlers(context);
  const constant = createProtocolConstant(context, "server");
  const facts = {
    ...getSideFacts(context, "server"),
    constant: constant.name,
    level: exportsType(model, "LoggingLevel") ? "LoggingLevel" : "string",
    hasNotifications: sent.length > 0,
    hasRequests: asked.length > 0,
    hasLog: hasMethod(sent, "notifications/message"),
    hasProgress: hasMethod(sent, "notifications/progress"),
    // Whether the client sends `notifications/initialized` after the handshake.
    // Some drafts have a handshake without this notification.
    initialized: hasMethod(received, "notifications/initialized"),
    polling: getModels(context).some((model) => !isStateless(model)),
    marked: resultsHaveType(model),
    alone: getModels(context).some(isStateless),
    hasHttp: includesFeature(context, "server", "http"),
    // Whether results carry sealed (encrypted) state. This applies to stateless
    // revisions in which a server embeds requests for input in results.
    stateful: getModels(context).some(
      (model) => isStateless(model) && getEmbeddedRequests(model).length > 0,
    ),
  };
  const has = (name: string): boolean => own.some((part) => part.name === name);
  const part = (
    name: string,
    data: object,
    exports: readonly string[],
    uses: readonly string[],
  ): Piece => ({
    names: exports,
    exports,
    text: once(() => render(`server-${name}.ts`, data).trimEnd()),
    uses: new Set(uses),
    root: true,
  });
  const widened = createWidenedMaps(context, {
    ClientNotifications: received,
    ClientRequests: requests,
    EmbeddedRequests: getEmbeddedRequests(model),
    ServerNotifications: sent,
    ServerRequests: asked,
  });
  const asking = getInputRequestFunctions(context);
  const askUses = asking.map(({ uses }) => uses).join(" ");
  const handlers = printHandlerMembers(context, {
    ServerRequestHandler: requests,
    ServerNotificationHandler: received,
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
    modules: getImportedModules(context),
    reexports: getReexports(context, facts, own),
    layOut: (lines) =>
      render("server.ts", {
        ...lines,
        parts: parts.map(({ text }) => text()),
        protocol: constant.piece.text(),
      }),
  };
}
