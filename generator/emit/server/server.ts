import { methodsOf } from "../facts/methods.js";
import { selectMethods } from "../features.js";
import { widenedMaps } from "../multi-version/widened-maps.js";
import {
  modelsOf,
  offers,
  type EmitContext,
  type ModulePage,
} from "../context.js";
import { toolFacts } from "../facts/tools.js";
import { sideConstant } from "../multi-version/protocols.js";
import { present, runtimeNames, type Piece } from "../print/pieces.js";
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
import { mayBeTask, taskNames } from "../facts/tasks.js";
import { serverParts } from "./parts.js";

/** Requests that the lifecycle answers by itself. */
const OWN: readonly string[] = [
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
];

/** `server.ts`: a typed server over the runtime. */
export function emitServer(whole: EmitContext): ModulePage {
  const context = selectMethods(whole, "server");
  const { model, render } = context;
  const own = serverParts(model);
  const requests = methodsOf(context, (one) =>
    requestsOf(one, "client"),
  ).filter(({ method }) => !OWN.includes(method));
  const heard = methodsOf(context, (one) => notificationsOf(one, "client"));
  const sent = notificationsOf(model, "server");
  const asked = requestsOf(model, "server");
  const tool = toolFacts(context);
  const constant = sideConstant(context, "server");
  const facts = {
    ...sideFacts(context, "server"),
    constant: constant.name,
    level: exportsType(model, "LoggingLevel") ? "LoggingLevel" : "string",
    hasNotifications: sent.length > 0,
    hasRequests: asked.length > 0,
    hasLog: hasMethod(sent, "notifications/message"),
    hasProgress: hasMethod(sent, "notifications/progress"),
    // What tells that a session has begun; some drafts have a handshake without it.
    initialized: hasMethod(heard, "notifications/initialized"),
    polling: modelsOf(context).some((one) => !isStateless(one)),
    marked: resultsAreMarked(model),
    alone: modelsOf(context).some(isStateless),
    hasHttp: offers(context, "server", "http"),
    // Calls have sealed state where questions travel inside results.
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
  const parts = [
    ...widened,
    part(
      "handlers",
      {
        ...facts,
        handlers: handlerMembers(context, {
          ServerRequestHandler: requests,
          ServerNotificationHandler: heard,
        }),
      },
      present(
        ["ServerRequestHandler", "ServerNotificationHandler", "ServerHandlers"],
        facts.marked && ["Handled"],
      ),
      ["ClientRequests", "ClientNotifications"],
    ),
    part(
      "context",
      {
        ...facts,
        polled: tool.polled,
        asks: asking.map(({ data }) => data),
        runsAgain: facts.stateful,
      },
      ["ServerContext"],
      present(
        runtimeNames`Peer Principal`,
        facts.hasHttp && runtimeNames`HttpHead`,
        facts.runsTasks && runtimeNames`RunningTask`,
        facts.hasLog && facts.level !== "string" && [facts.level],
        facts.hasNotifications && ["ServerNotifications"],
        facts.hasRequests && runtimeNames`RequestOptions`,
        facts.hasRequests && ["ServerRequests"],
        ...asking.map(({ uses }) => uses),
      ),
    ),
    part(
      "core",
      facts,
      present(
        ["ServerOptions", "Server", "ServerSession", "createServer"],
        facts.initialized && ["sessions"],
        ["ServerWrap", "wrapServer"],
      ),
      present(
        runtimeNames`
          asOne CustomHandlers CustomMethods CustomNotification CustomParams
          CustomRequests Handlers Limits Peer SessionData Transport wrapAnswers`,
        facts.coreUses,
        facts.hasPing && runtimeNames`HealthCheck`,
        facts.stateful && runtimeNames`StateOptions`,
        facts.hasNotifications && ["ServerNotifications"],
        facts.hasRequests && runtimeNames`RequestOptions`,
        facts.hasRequests && ["ServerRequests"],
        facts.initialized && runtimeNames`sessionHandlers SessionHooks`,
      ),
    ),
    ...own.map(({ name, described, result, ...one }) =>
      part(
        name,
        { ...tool, completes: has("completions") },
        present(
          one.exports,
          name === "tools" && tool.structured && ["StructuredTool", "tool"],
        ),
        present(
          one.uses,
          described !== undefined && [described],
          result && [result[0]],
          name === "tools" && [tool.make],
          name === "prompts" && has("completions") && runtimeNames`completing`,
        ),
      ),
    ),
  ];
  const http = facts.hasHttp;
  const stdio = offers(context, "server", "stdio");
  const oauth = http && offers(context, "server", "oauth");
  const shared = http && offers(context, "server", "shared");
  return {
    path: "server.ts",
    pieces: [...parts, constant.piece],
    modules: sideModules(context),
    reexports: present(
      runtimeNames`ConnectionError McpError`,
      http &&
        runtimeNames`memoryEventStore fetchHandler forwardedFor listen nodeHandler`,
      http && runtimeNames`AuthError`,
      oauth && runtimeNames`jwt introspection dpopProofs scopesFor`,
      shared && runtimeNames`redis RedisOptions RedisClient SharedState`,
      shared && facts.hasTasks && runtimeNames`redisTasks RedisTasksOptions`,
      offers(context, "server", "memory") && runtimeNames`memory`,
      runtimeNames`paginate`,
      stdio && runtimeNames`stdio`,
      has("resources") &&
        runtimeNames`fileResources FileResource FileResourcesOptions`,
      has("tools") && runtimeNames`SchemaError`,
      // The error by which a request asks for a visit of a page first.
      hasMethod(sent, "notifications/elicitation/complete") &&
        runtimeNames`urlElicitationRequired UrlElicitation`,
      ...own.map(({ reexports }) => reexports),
      runtimeNames`Caller GuardSettings Page`,
      http &&
        runtimeNames`
          EventStore EventStoreOptions Replayed StoredEvent HttpAuth
          ResourceMetadata FetchHandler ListenOptions Listening HttpHead
          NodeHandler NodeRequest NodeResponse HttpOptions HttpRequest
          HttpPlatform AuthScheme`,
      oauth &&
        runtimeNames`
          JwtOptions IntrospectionOptions DpopOptions ProtectedOptions
          ProofOfPossession JwkSet ScopeTable ScopesByName`,
      runtimeNames`Principal SessionData traceContext TraceContext`,
      facts.initialized && runtimeNames`SessionHooks`,
      facts.hasPing && runtimeNames`pings HealthCheck HealthOptions`,
      taskNames(context, "server"),
      runtimeNames`
        CustomMethod CustomMethods Validator Capabilities Peer PeerInfo Limits
        AskOptions`,
      askedIn(model, "elicitation/create") !== null &&
        runtimeNames`ElicitOptions`,
      facts.stateful && runtimeNames`StateKey StateOptions`,
      runtimeNames`Progress RequestOptions`,
      has("tools") &&
        runtimeNames`
          StandardSchemaLike FormatAssertion FormatTest SchemaIssue
          SchemaValidator assertFormats`,
      stdio && runtimeNames`StdioOptions`,
      runtimeNames`Origin Receiver Transport Message ConnectionFault`,
      has("resources") && runtimeNames`TemplateMatch`,
    ),
    layOut: (lines) =>
      render("server.ts", {
        ...lines,
        parts: parts.map(({ text }) => text),
        protocol: constant.piece.text,
      }),
  };
}

/** How a handler asks the client for input, by wire method. */
const ASKS = [
  {
    method: "elicitation/create",
    name: "elicit",
    text: "Asks the user for input: what comes back is what the form asks for.",
    options: "ElicitOptions",
  },
  {
    method: "sampling/createMessage",
    name: "sample",
    text: "Asks the client's language model for a message.",
    options: "AskOptions",
  },
  {
    method: "roots/list",
    name: "roots",
    text: "Asks for the folders and files that the server may work on.",
    options: "AskOptions",
  },
] as const;

function asks(
  context: EmitContext,
): { readonly data: object; readonly uses: readonly string[] }[] {
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
    const uses = present(
      [map, options],
      asTask && runtimeNames`TaskRequestOptions TaskHandle`,
    );
    return [{ data, uses }];
  });
}
