import { getAppsFunction } from "../facts/apps.js";
import { getMethods, getOwner } from "../facts/methods.js";
import { literalUnion } from "../../model/build.js";
import type { Method } from "../../model/types.js";
import { selectMethods } from "../features.js";
import { createWidenedMaps } from "../multi-version/widened-maps.js";
import {
  getModels,
  includesFeature,
  type EmitContext,
  type Feature,
  type ModulePage,
} from "../context.js";
import { printHandlerMembers } from "../protocol/handler-members.js";
import {
  getEmbeddedRequests,
  hasMethod,
  isStateless,
  getNotifications,
  getRequests,
  resultHasMember,
} from "../facts/protocol-facts.js";
import { getSideFacts, getImportedModules } from "../protocol/side-page.js";
import {
  canRunAsTask,
  TASK_NAMES,
  getTaskNames,
  getTaskKinds,
} from "../facts/tasks.js";
import { getToolFacts } from "../facts/tools.js";
import { createProtocolConstant } from "../multi-version/protocols.js";
import { createTemplatePiece, declares, names } from "../print/pieces.js";
import { formatAlias } from "../types/declaration-printer.js";
import { getClientParts } from "./parts.js";
import { printShorthand, printShorthandTable } from "./shorthands.js";

/**
 * Methods with which a host (a client of several servers) lists and uses the
 * tools, resources and prompts of its servers. For a revision that lacks one of
 * these methods, no host is generated.
 */
const HOST_METHODS: readonly string[] = [
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
];

/**
 * Runtime names that `client.ts` re-exports for hosts (clients of several
 * servers).
 */
const HOST_NAMES = names`
  auditFile Audit AuditEntry AuditFileOptions Decision ConfigError
  parseServers askForServers ConfigOptions ConfigProblem ServerConfigs Consent
  ConsentHooks ConsentStore ListName joinName joinUri splitName splitUri
  ServerState HttpServerConfig ServerConfig StdioServerConfig ConnectReport
  HostLimits HostSettings HostOf HostTool`.join(" ");

/**
 * Runtime names that `client.ts` re-exports for connecting to servers that
 * require OAuth.
 */
const OAUTH_NAMES = names`
  oauth OAuth OAuthOptions OAuthCredentials OAuthError SignInRequest OAuthStore
  memoryStore fileStore clientCredentials jwtBearer identityAssertion
  EnterpriseOptions deviceCode DeviceCode privateKeyJwt PrivateKeyOptions dpop
  Grant GrantRequest AllowedServer ConsentRequest JwtBearerOptions`.join(" ");

/** Runtime names that `client.ts` re-exports for reading skills. */
const SKILL_NAMES = "readSkill ReadSkillOptions SkillConsent SkillFile";

/** Emits `client.ts`: a typed client for one or several revisions. */
export function emitClient(whole: EmitContext): ModulePage {
  const context = selectMethods(whole, "client");
  const { model, render, combined } = context;
  const stateless = getModels(context).some(isStateless);
  const requests = getMethods(context, "server", getRequests).filter(
    ({ method }) => method !== "ping",
  );
  const embedded = getEmbeddedRequests(model);
  const received = getMethods(context, "server", getNotifications);
  const sent = getMethods(context, "client", getNotifications);
  const calls = getMethods(context, "client", getRequests).filter(
    ({ method }) => method !== "initialize",
  );
  const parts = getClientParts(context, calls);
  const includes = (feature: Feature): boolean =>
    includesFeature(context, "client", feature);
  const http = includes("http");
  const stdio = includes("stdio");
  const hosts =
    includes("host") &&
    HOST_METHODS.every((method) => hasMethod(calls, method));
  const structured = includes("tools") && getToolFacts(context).structured;
  const constant = createProtocolConstant(context, "client");
  const facts = getSideFacts(context, "client");
  const tasks = getTaskKinds(context);
  const { info } = facts;
  // Type guard for page settings. Undefined without the apps extension.
  const apps = getAppsFunction(context, "isMcpUiResourceMeta");
  const listens = hasMethod(calls, "subscriptions/listen");
  const paged = printPagedMethods(context, calls);
  const maps = createWidenedMaps(context, {
    ClientNotifications: sent,
    ClientRequests: calls,
    EmbeddedRequests: embedded,
    ServerNotifications: received,
    ServerRequests: requests,
  });
  const data = {
    ...facts,
    constant: constant.name,
    maps: maps.map(({ text }) => text),
    stateless,
    structured,
    withTasks: !tasks.extension
      ? "withTasks"
      : tasks.core
        ? "withBothTasks"
        : "withTasksExtension",
    hasRequests: requests.length > 0,
    hasEmbedded: embedded.length > 0,
    hasProgress: hasMethod(sent, "notifications/progress"),
    hasNotifications: sent.length > 0,
    handlers: printHandlerMembers(context, {
      ClientRequestHandler: requests,
      ClientInputHandler: embedded,
      ClientNotificationHandler: received,
    }),
    revisions:
      combined &&
      formatAlias(
        "Revision",
        literalUnion(combined.map(({ protocolVersion }) => protocolVersion)),
      ),
    paged,
    shorthands: calls
      .map((call) => printShorthand(context, call, stateless))
      .join("\n"),
    shorthandTable: printShorthandTable(calls),
    connects: http
      ? 'http("https://example.com/mcp")'
      : stdio && 'spawn("node", ["server.js"])',
    protocol: constant.piece.text(),
    host: hosts && render("client-host.ts", { info, listens, apps }).trimEnd(),
    parts: parts.map(({ name, data }) =>
      render(`client-${name}.ts`, data).trimEnd(),
    ),
  };
  const ofParts = parts.flatMap(({ reexports }) => reexports).join(" ");
  // A client that connects only in memory uses a server in the same program.
  // This server is trusted, so the client need not validate tool output.
  const validates = structured && (http || stdio);
  const asTask = calls.some(({ method }) => canRunAsTask(context, method));
  return {
    path: "client.ts",
    pieces: [
      ...maps,
      constant.piece,
      createTemplatePiece(
        declares`ClientNotificationHandler ClientHandlers ClientContext
          ClientOptions Client createClient
          ${data.hasRequests && "ClientRequestHandler"}
          ${data.hasEmbedded && "ClientInputHandler"}
          ${combined && "Revision"}
          ${paged && "PagedMethod"}`,
        names`ClientLimits CustomHandlers CustomMethods CustomNotification
          CustomParams CustomRequests Handlers Peer RequestOptions Transport
          UnknownValue withShorthands ClientRequests ServerNotifications
          ${facts.coreUses}
          ${data.hasRequests && "ServerRequests"}
          ${data.hasEmbedded && "EmbeddedRequests"}
          ${data.hasNotifications && "ClientNotifications"}
          ${facts.runsTasks && "RunningTask"}
          ${structured && "OutputValidator"}
          ${facts.hasPing && "HealthCheck"}
          ${stateless && "type:ResultCache"}
          ${facts.hasTasks && "TaskHandle"}
          ${facts.hasTasks && data.withTasks}
          ${asTask && TASK_NAMES}`,
      ),
      ...(hosts
        ? [
            createTemplatePiece(
              declares`HostOptions Host createHost ${apps && "HostedPage"}`,
              names`Handlers HostedClient HostOf HostSettings ClientRequests
                ${apps ?? "HostCore"} ${apps && "AppHostCore declareApps"}
                ${apps && "McpUiResourceMeta PageLimits RequestOptions"}
                ${info === "Implementation" && info}`,
            ),
          ]
        : []),
      ...parts.map(({ exports, uses }) => createTemplatePiece(exports, uses)),
    ],
    modules: getImportedModules(context),
    reexports: names`ConnectionError McpError
      ${http && "http"}
      ${includes("memory") && "memory"}
      ${stdio && "spawn"}
      ${http && "Fetch Authorizer HttpChallenge HttpClientOptions"}
      ${http && includes("oauth") && OAUTH_NAMES}
      ${ofParts}
      ${facts.hasPing && "pings HealthCheck HealthOptions"}
      ${structured && "OutputValidator"}
      ${validates && "outputValidator"}
      ${stateless && "resultCache type:ResultCache ResultCacheOptions"}
      ${getTaskNames(context, "client")}
      ${hosts && HOST_NAMES}
      ${hosts && apps && "PageLimits"}
      ${hasMethod(calls, "skills/list") && SKILL_NAMES}
      CustomMethod CustomMethods Validator Capabilities Peer PeerInfo
      ClientLimits UnknownValue Progress RequestOptions wrapClient
      ClientWrap SentRequest
      ${stdio && "SpawnOptions"}
      Origin Receiver Transport Message ConnectionFault`,
    layOut: (lines) => render("client.ts", { ...lines, ...data }),
  };
}

/**
 * Returns a TypeScript union of the methods whose results have `nextCursor`.
 * Returns null if no result has `nextCursor`.
 */
function printPagedMethods(
  context: EmitContext,
  calls: readonly Method[],
): string | null {
  const paged = calls.filter((call) =>
    resultHasMember(getOwner(context, call), call, "nextCursor"),
  );
  if (paged.length === 0) return null;
  const methods = literalUnion(paged.map(({ method }) => method));
  return formatAlias("PagedMethod", methods);
}
