import type { Method } from "../../model/types.js";
import { handlerMembers, indented } from "../protocol/handler-members.js";
import { coreOf, versionCheck } from "../protocol/shared-modules.js";
import {
  group,
  ifBreak,
  indent,
  join,
  line,
  softline,
} from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { mapsOf, methodsOf } from "../combined/methods.js";
import { sideConstant } from "../combined/protocols.js";
import { ofChoice } from "../choice.js";
import { modelsOf, type EmitContext, type Page } from "../context.js";
import { infoType } from "../protocol/runtime-requirements.js";
import { claimNames } from "../assemble/name-clashes.js";
import {
  embeddedRequests,
  exportsType,
  hasPing,
  notificationsOf,
  protocolFacts,
  requestsOf,
  resultsAreMarked,
} from "../protocol/protocol-facts.js";
import { featuresOf, toolFacts, typesOf } from "./features.js";
import { hasState, serverExports, serverImports } from "./modules.js";
import { mayBeTask, speaksTasks, taskNames } from "../protocol/tasks.js";

const FILE = "server.ts";

/** Names that `server.ts` and `client.ts` both pass on from the runtime. */
export const SHARED_NAMES: readonly string[] = [
  "Capabilities",
  "ConnectionError",
  "ConnectionFault",
  "CustomHandlers",
  "CustomMethod",
  "CustomMethods",
  "CustomNotification",
  "CustomParams",
  "CustomRequest",
  "CustomResult",
  "Limits",
  "McpError",
  "Message",
  "Origin",
  "Peer",
  "PeerInfo",
  "Progress",
  "Receiver",
  "RequestOptions",
  "Transport",
  "Validator",
  "memory",
];

const NAMES: readonly string[] = [
  "AskOptions",
  "Caller",
  "ElicitOptions",
  "EventStore",
  "EventStoreOptions",
  "FileResource",
  "FileResourcesOptions",
  "FetchHandler",
  "GuardSettings",
  "Handled",
  "HttpAuth",
  "HttpOptions",
  "HttpRequest",
  "ListenOptions",
  "Listening",
  "NodeHandler",
  "NodeRequest",
  "NodeResponse",
  "Page",
  "Principal",
  "Replayed",
  "ResourceMetadata",
  "Server",
  "ServerContext",
  "ServerHandlers",
  "ServerNotificationHandler",
  "ServerOptions",
  "ServerRequestHandler",
  "ServerSession",
  "StateKey",
  "StateOptions",
  "StdioOptions",
  "StoredEvent",
  "createServer",
  "fetchHandler",
  "fileResources",
  "listen",
  "memoryEventStore",
  "nodeHandler",
  "paginate",
  "stdio",
  "UrlElicitation",
  "urlElicitationRequired",
];

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
  claimNames(model, FILE, [
    ...SHARED_NAMES,
    ...NAMES,
    ...features.flatMap(({ exports, passed }) => [...exports, ...passed]),
    ...taskNames(context),
  ]);
  const requests = methodsOf(context, (one) =>
    requestsOf(one, "client"),
  ).filter(({ method }) => !OWN.includes(method));
  const heard = methodsOf(context, (one) => notificationsOf(one, "client"));
  const sent = notificationsOf(model, "server");
  const asked = requestsOf(model, "server");
  const protocol = sideConstant(context, "server");
  const embedded = embeddedRequests(model);
  const stateful = hasState(context);
  const hasLog = sent.some((one) => one.method === "notifications/message");
  const level = exportsType(model, "LoggingLevel") ? "LoggingLevel" : "string";
  const info = infoType(model);
  const hasNotifications = sent.length > 0;
  const hasRequests = asked.length > 0;
  const maps = mapsOf(context, [
    { name: "ClientNotifications", methods: heard },
    { name: "ClientRequests", methods: requests },
    ...(embedded.length > 0
      ? [{ name: "EmbeddedRequests", methods: embedded }]
      : []),
    ...(hasNotifications
      ? [{ name: "ServerNotifications", methods: sent }]
      : []),
    ...(hasRequests ? [{ name: "ServerRequests", methods: asked }] : []),
  ]);
  const part = (name: string, data: object): string =>
    render(`server-${name}.ts`, data).trimEnd();
  const data = {
    imports: serverImports(context, features, {
      validators: protocol.validators,
      maps: maps.imports,
      types: [
        ...[info, ...(hasLog ? [level] : [])].filter((name) =>
          exportsType(model, name),
        ),
        ...features.flatMap(typesOf),
      ].sort(),
    }),
    reexports: serverExports(context, features),
    parts: [
      ...maps.declarations,
      part("handlers", {
        hasNotifications,
        marked: resultsAreMarked(model),
        handlers: handlerMembers(context, [
          { type: "ServerRequestHandler", methods: requests },
          { type: "ServerNotificationHandler", methods: heard },
        ]),
      }),
      part("context", {
        hasNotifications,
        hasRequests,
        hasLog,
        hasProgress: sent.some(
          ({ method }) => method === "notifications/progress",
        ),
        polling: modelsOf(context).some(
          (one) => protocolFacts(one).http.sessions,
        ),
        hasTasks: speaksTasks(context),
        level,
        asks: asks(context, asked, embedded),
        runsAgain: stateful,
      }),
      part("core", {
        hasNotifications,
        hasRequests,
        hasLog,
        hasPing: modelsOf(context).some(hasPing),
        versionCheck: versionCheck(context),
        core: coreOf(context, "server"),
        constant: protocol.name,
        stateful,
        info,
      }),
      ...features.map(({ module }) => part(module, toolFacts(context))),
    ],
    protocol: protocol.text,
  };
  return { path: FILE, under: (header) => render(FILE, { header, ...data }) };
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
  sent: readonly Method[],
  embedded: readonly Method[],
): object[] {
  const includes = (methods: readonly Method[], name: string): boolean =>
    methods.some(({ method }) => method === name);
  return ASKS.filter(({ method }) =>
    includes([...sent, ...embedded], method),
  ).map(({ method, name, text, options }) => {
    const map = includes(sent, method) ? "ServerRequests" : "EmbeddedRequests";
    const type = `${map}[${quote(method)}]`;
    const params = name === "roots" ? [] : [`params: ${type}["params"]`];
    const signature = (options: string, result: string): string =>
      indented(
        group([
          `${name}(`,
          indent([softline, join([",", line], [...params, options])]),
          ifBreak(","),
          softline,
          `): Promise<${result}>;`,
        ]),
      );
    const asTask = sent.some(
      (one) => one.method === method && mayBeTask(context, one),
    );
    return {
      text,
      signature: signature(`options?: ${options}`, `${type}["result"]`),
      asTask: asTask
        ? signature(
            `options: ${options} & TaskRequestOptions`,
            `TaskHandle<${type}["result"]>`,
          )
        : null,
    };
  });
}
