import { literalUnion } from "../../model/build.js";
import type { Method } from "../../model/types.js";
import { ofChoice } from "../features.js";
import { methodsOf, ownerOf, widenedMaps } from "../multi-version/widened-maps.js";
import { modelsOf, offers, type EmitContext, type Page } from "../context.js";
import { handlerMembers } from "../protocol/handler-members.js";
import {
  embeddedRequests,
  hasMethod,
  isStateless,
  notificationsOf,
  requestsOf,
  resultHas,
} from "../facts/protocol-facts.js";
import { sideFacts, sidePage } from "../protocol/side-page.js";
import { taskNames, tasksOf } from "../facts/tasks.js";
import { toolFacts } from "../server/parts.js";
import { aliasText } from "../types/declaration-printer.js";
import { clientParts } from "./parts.js";
import { shorthand, shorthandTable } from "./shorthands.js";

/** Requests without which a host has nothing to bring together. */
const HOST_METHODS: readonly string[] = [
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
];

/** What `client.ts` passes on of the runtime for hosts. */
const HOST_NAMES =
  "auditFile Audit AuditEntry AuditFileOptions Decision ConfigError " +
  "parseServers askForServers ConfigOptions ConfigProblem ServerConfigs Consent " +
  "ConsentHooks ConsentStore ListName joinName joinUri splitName splitUri " +
  "ServerState HttpServerConfig ServerConfig StdioServerConfig ConnectReport " +
  "HostLimits HostSettings HostOf HostTool";

/** What `client.ts` passes on of the runtime for servers that ask for OAuth. */
const OAUTH_NAMES =
  "oauth OAuth OAuthOptions OAuthCredentials OAuthError SignInRequest OAuthStore " +
  "memoryStore fileStore clientCredentials jwtBearer identityAssertion " +
  "EnterpriseOptions deviceCode DeviceCode privateKeyJwt PrivateKeyOptions dpop " +
  "Grant GrantRequest";

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
  const parts = clientParts(context, calls);
  const hosts =
    offers(context, "client", "host") &&
    HOST_METHODS.every((method) => hasMethod(calls, method));
  const structured =
    offers(context, "client", "tools") && toolFacts(context).structured;
  const facts = sideFacts(context, "client");
  const tasks = tasksOf(context);
  const { info } = facts;
  const listens = hasMethod(calls, "subscriptions/listen");
  const data = {
    ...facts,
    maps: widenedMaps(context, {
      ClientNotifications: sent,
      ClientRequests: calls,
      EmbeddedRequests: embedded,
      ServerNotifications: heard,
      ServerRequests: requests,
    }),
    stateless,
    structured,
    withTasks: !tasks.polled
      ? "withTasks"
      : tasks.core
        ? "withAllTasks"
        : "withPolledTasks",
    hasRequests: requests.length > 0,
    hasEmbedded: embedded.length > 0,
    hasProgress: hasMethod(sent, "notifications/progress"),
    hasNotifications: sent.length > 0,
    handlers: handlerMembers(context, {
      ClientRequestHandler: requests,
      ClientInputHandler: embedded,
      ClientNotificationHandler: heard,
    }),
    revisions:
      combined &&
      aliasText(
        "Revision",
        literalUnion(combined.map(({ protocolVersion }) => protocolVersion)),
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
  const http = offers(context, "client", "http");
  const stdio = offers(context, "client", "stdio");
  return sidePage(context, "client", data, [
    "ConnectionError McpError",
    http && "http",
    offers(context, "client", "memory") && "memory",
    stdio && "spawn",
    http && "Fetch Authorizer HttpChallenge HttpClientOptions",
    http && offers(context, "client", "oauth") && OAUTH_NAMES,
    ...parts.map(({ passed }) => passed),
    facts.hasPing && "pings HealthCheck HealthOptions",
    structured && "OutputValidator",
    // What is reached in memory alone is the program's own server.
    structured && (http || stdio) && "outputValidator",
    stateless && "resultCache type:ResultCache ResultCacheOptions",
    taskNames(context, "client"),
    hosts && HOST_NAMES,
    "CustomMethod CustomMethods Validator Capabilities Peer PeerInfo",
    "ClientLimits UnknownValue Progress RequestOptions wrapClient",
    "ClientWrap SentRequest",
    stdio && "SpawnOptions",
    "Origin Receiver Transport Message ConnectionFault",
  ]);
}

/** The union of the requests whose result has a cursor of the next page. */
function pagedMethods(
  context: EmitContext,
  calls: readonly Method[],
): string | null {
  const paged = calls.filter((one) =>
    resultHas(ownerOf(context, one), one, "nextCursor"),
  );
  if (paged.length === 0) return null;
  const methods = literalUnion(paged.map(({ method }) => method));
  return aliasText("PagedMethod", methods);
}
