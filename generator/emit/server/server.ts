import { ofChoice } from "../features.js";
import { methodsOf, widenedMaps } from "../multi-version/widened-maps.js";
import { modelsOf, offers, type EmitContext, type Page } from "../context.js";
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
import { sideFacts, sidePage } from "../protocol/side-page.js";
import { mayBeTask, taskNames } from "../facts/tasks.js";
import { featuresOf, toolFacts } from "./parts.js";

/** Requests that the lifecycle answers by itself. */
const OWN: readonly string[] = [
  "initialize",
  "ping",
  "server/discover",
  "subscriptions/listen",
];

/** `server.ts`: a typed server over the runtime. */
export function emitServer(whole: EmitContext): Page {
  const context = ofChoice(whole, "server");
  const { model, render } = context;
  const features = featuresOf(model);
  const requests = methodsOf(context, (one) =>
    requestsOf(one, "client"),
  ).filter(({ method }) => !OWN.includes(method));
  const heard = methodsOf(context, (one) => notificationsOf(one, "client"));
  const sent = notificationsOf(model, "server");
  const asked = requestsOf(model, "server");
  const embedded = embeddedRequests(model);
  const tool = toolFacts(context);
  const facts = {
    ...sideFacts(context, "server"),
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
  const has = (feature: string): boolean =>
    features.some(({ name }) => name === feature);
  const part = (name: string, data: object): string =>
    render(`server-${name}.ts`, data).trimEnd();
  const data = {
    parts: [
      ...widenedMaps(context, {
        ClientNotifications: heard,
        ClientRequests: requests,
        EmbeddedRequests: embedded,
        ServerNotifications: sent,
        ServerRequests: asked,
      }),
      part("handlers", {
        ...facts,
        handlers: handlerMembers(context, {
          ServerRequestHandler: requests,
          ServerNotificationHandler: heard,
        }),
      }),
      part("context", {
        ...facts,
        polled: tool.polled,
        asks: asks(context),
        runsAgain: facts.stateful,
      }),
      part("core", facts),
      ...features.map(({ name }) =>
        part(name, { ...tool, completes: has("completions") }),
      ),
    ],
    protocol: facts.protocol,
  };
  const http = offers(context, "server", "http");
  const stdio = offers(context, "server", "stdio");
  const oauth = http && offers(context, "server", "oauth");
  const shared = http && offers(context, "server", "shared");
  return sidePage(context, "server", data, [
    "ConnectionError McpError",
    http && "memoryEventStore fetchHandler forwardedFor listen nodeHandler",
    http && "AuthError",
    oauth && "jwt introspection dpopProofs scopesFor",
    shared && "redis RedisOptions RedisClient SharedState",
    shared && facts.hasTasks && "redisTasks RedisTasksOptions",
    offers(context, "server", "memory") && "memory",
    "paginate",
    stdio && "stdio",
    has("resources") && "fileResources FileResource FileResourcesOptions",
    has("tools") && "SchemaError",
    // The error by which a request asks for a visit of a page first.
    hasMethod(sent, "notifications/elicitation/complete") &&
      "urlElicitationRequired UrlElicitation",
    ...features.map(({ passed }) => passed),
    "Caller GuardSettings Page",
    http && "EventStore EventStoreOptions Replayed StoredEvent HttpAuth",
    http && "ResourceMetadata FetchHandler ListenOptions Listening HttpHead",
    http && "NodeHandler NodeRequest NodeResponse HttpOptions HttpRequest",
    http && "HttpPlatform AuthScheme",
    oauth && "JwtOptions IntrospectionOptions DpopOptions ProtectedOptions",
    oauth && "ProofOfPossession JwkSet ScopeTable ScopesByName",
    "Principal SessionData traceContext TraceContext",
    facts.initialized && "SessionHooks",
    facts.hasPing && "pings HealthCheck HealthOptions",
    taskNames(context, "server"),
    "CustomMethod CustomMethods Validator Capabilities Peer PeerInfo Limits",
    "AskOptions",
    askedIn(model, "elicitation/create") !== null && "ElicitOptions",
    facts.stateful && "StateKey StateOptions",
    "Progress RequestOptions",
    has("tools") && "StandardSchemaLike FormatAssertion FormatTest",
    has("tools") && "SchemaIssue SchemaValidator assertFormats",
    stdio && "StdioOptions",
    "Origin Receiver Transport Message ConnectionFault",
    has("resources") && "TemplateMatch",
  ]);
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

function asks(context: EmitContext): object[] {
  return ASKS.flatMap(({ method, name, text, options }) => {
    const map = askedIn(context.model, method);
    if (!map) return [];
    const type = `${map}[${quote(method)}]`;
    const params = name === "roots" ? [] : [`params: ${type}["params"]`];
    const member = (options: string, result: string): string =>
      indented(signature(name, [...params, options], result));
    const asTask = map === "ServerRequests" && mayBeTask(context, method);
    return {
      text,
      signature: member(`options?: ${options}`, `${type}["result"]`),
      asTask:
        asTask &&
        member(
          `options: ${options} & TaskRequestOptions`,
          `TaskHandle<${type}["result"]>`,
        ),
    };
  });
}
