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
import { quote } from "../print/syntax.js";
import {
  handlerMembers,
  indented,
  signature,
} from "../protocol/handler-members.js";
import {
  askedIn,
  embeddedRequests,
  exportsType,
  hasMethod,
  isStateless,
  notificationsOf,
  requestsOf,
  resultsAreMarked,
} from "../facts/protocol-facts.js";
import { sideFacts, sideModules } from "../protocol/side-page.js";
import { mayBeTask, TASK_NAMES, taskNames } from "../facts/tasks.js";
import { serverParts, type ServerPart } from "./parts.js";

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
  const asking = asks(context);
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
    reexports: reexportsOf(context, facts, own),
    layOut: (lines) =>
      render("server.ts", {
        ...lines,
        parts: parts.map(({ text }) => text),
        protocol: constant.piece.text,
      }),
  };
}

/** Returns the names that `server.ts` re-exports from the runtime. */
function reexportsOf(
  context: EmitContext,
  facts: Readonly<
    Record<
      | "hasTasks"
      | "hasPing"
      | "hasHttp"
      | "initialized"
      | "polling"
      | "stateful",
      boolean
    >
  >,
  parts: readonly ServerPart[],
): string[] {
  const { model } = context;
  const has = (name: string): boolean => parts.some((one) => one.name === name);
  const http = facts.hasHttp;
  const stdio = offers(context, "server", "stdio");
  const oauth = http && offers(context, "server", "oauth");
  const shared = http && offers(context, "server", "shared");
  const ofParts = parts.flatMap(({ reexports }) => reexports).join(" ");
  // Whether the revision has the error that asks the user to visit a URL first.
  const asksForUrl = hasMethod(
    notificationsOf(model, "server"),
    "notifications/elicitation/complete",
  );
  return names`ConnectionError McpError
    ${http && "memoryEventStore forwardedFor AuthError"}
    ${http && !facts.polling && "fetchHandler listen nodeHandler"}
    ${oauth && "jwt introspection dpopProofs scopesFor"}
    ${shared && (facts.polling ? "redis" : "statelessRedis=redis")}
    ${shared && "RedisOptions RedisClient SharedState"}
    ${shared && facts.hasTasks && "redisTasks RedisTasksOptions"}
    ${offers(context, "server", "memory") && "memory"}
    paginate
    ${stdio && "stdio"}
    ${has("resources") && "fileResources FileResource FileResourcesOptions"}
    ${has("tools") && "SchemaError"}
    ${asksForUrl && "urlElicitationRequired UrlElicitation"}
    ${ofParts}
    Caller GuardSettings Page
    ${http && "EventStore EventStoreOptions Replayed StoredEvent HttpAuth"}
    ${http && "ResourceMetadata FetchHandler ListenOptions Listening HttpHead"}
    ${http && "NodeHandler NodeRequest NodeResponse HttpOptions HttpRequest"}
    ${http && "HttpPlatform AuthScheme"}
    ${oauth && "JwtOptions IntrospectionOptions DpopOptions ProtectedOptions"}
    ${oauth && "ProofOfPossession JwkSet ScopeTable ScopesByName"}
    Principal SessionData traceContext TraceContext
    ${facts.initialized && "SessionHooks"}
    ${facts.hasPing && "pings HealthCheck HealthOptions"}
    ${taskNames(context, "server")}
    CustomMethod CustomMethods Validator Capabilities Peer PeerInfo Limits AskOptions
    ${askedIn(model, "elicitation/create") && "ElicitOptions"}
    ${facts.stateful && "StateKey StateOptions"}
    Progress RequestOptions
    ${has("tools") && "StandardSchemaLike FormatAssertion FormatTest SchemaIssue"}
    ${has("tools") && "SchemaValidator assertFormats"}
    ${stdio && "StdioOptions"}
    Origin Receiver Transport Message ConnectionFault
    ${has("resources") && "TemplateMatch"}`;
}

/** Functions by which a handler asks the client for input, by wire method. */
const ASKS = [
  {
    method: "elicitation/create",
    name: "elicit",
    text: "Asks the user for input and resolves with the user's answer.",
    options: "ElicitOptions",
  },
  {
    method: "sampling/createMessage",
    name: "sample",
    text: "Asks the client's language model to generate a message.",
    options: "AskOptions",
  },
  {
    method: "roots/list",
    name: "roots",
    text: "Asks the client for the folders and files that the server may work on.",
    options: "AskOptions",
  },
] as const;

function asks(
  context: EmitContext,
): { readonly data: object; readonly uses: string }[] {
  return ASKS.flatMap(({ method, name, text, options }) => {
    const map = askedIn(context.model, method);
    if (!map) return [];
    const type = `${map}[${quote(method)}]`;
    const params = name === "roots" ? [] : [`params: ${type}["params"]`];
    const member = (options: string, result: string): string =>
      indented(signature(name, [...params, options], result));
    const asTask = map === "ServerRequests" && mayBeTask(context, method);
    const data = {
      text,
      signature: member(`options?: ${options}`, `${type}["result"]`),
      asTask:
        asTask &&
        member(
          `options: ${options} & TaskRequestOptions`,
          `TaskHandle<${type}["result"]>`,
        ),
    };
    const uses = [map, options, asTask ? TASK_NAMES : ""].join(" ");
    return [{ data, uses }];
  });
}
