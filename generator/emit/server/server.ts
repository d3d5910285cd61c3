import { ofChoice } from "../choice.js";
import { methodsOf, widenedMaps } from "../combined/methods.js";
import { sideConstant } from "../combined/protocols.js";
import { modelsOf, type EmitContext, type Page } from "../context.js";
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
  hasPing,
  isStateless,
  notificationsOf,
  requestsOf,
  resultsAreMarked,
} from "../protocol/protocol-facts.js";
import { infoType } from "../protocol/runtime-requirements.js";
import { coreOf, sidePage } from "../protocol/side-page.js";
import { mayBeTask, speaksTasks } from "../protocol/tasks.js";
import { featuresOf, toolFacts } from "./features.js";
import { passedOn } from "./passed.js";

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
  const protocol = sideConstant(context, "server");
  const tool = toolFacts(context);
  const facts = {
    ...coreOf(context, "server"),
    constant: protocol.name,
    info: infoType(model),
    level: exportsType(model, "LoggingLevel") ? "LoggingLevel" : "string",
    hasNotifications: sent.length > 0,
    hasRequests: asked.length > 0,
    hasLog: hasMethod(sent, "notifications/message"),
    hasProgress: hasMethod(sent, "notifications/progress"),
    hasPing: modelsOf(context).some(hasPing),
    hasTasks: speaksTasks(context),
    polling: modelsOf(context).some((one) => !isStateless(one)),
    marked: resultsAreMarked(model),
    // Calls have sealed state where questions travel inside results.
    stateful: modelsOf(context).some(
      (one) => isStateless(one) && embeddedRequests(one).length > 0,
    ),
  };
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
        asks: asks(context),
        runsAgain: facts.stateful,
      }),
      part("core", facts),
      ...features.map(({ name }) => part(name, tool)),
    ],
    protocol: protocol.text,
  };
  const passed = passedOn(context, features, facts.stateful);
  return sidePage(context, "server", passed, data);
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
