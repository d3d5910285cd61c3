/**
 * Small test protocol for clients and servers, in a version with a handshake
 * and a stateless version.
 */
import type { MethodFacts } from "../../../runtime/protocol/methods/method-facts.js";
import {
  refuseBatch,
  runBatch,
} from "../../../runtime/protocol/connection/batch.js";
import { LOG_LEVELS } from "../../../runtime/protocol/connection/logging.js";
import { initializeClient } from "../../../runtime/protocol/initialize/client.js";
import { initializeServer } from "../../../runtime/protocol/initialize/server.js";
import { statelessClient } from "../../../runtime/protocol/stateless/client.js";
import { statelessServer } from "../../../runtime/protocol/stateless/server.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type { Rule } from "../../../runtime/validation/rule.js";

type Sender = MethodFacts["sender"];

const request = (sender: Sender, capability?: string): MethodFacts => ({
  sender,
  embedded: false,
  capability,
});

const notification = (sender: Sender, capability?: string): MethodFacts => ({
  kind: "notification",
  ...request(sender, capability),
});

const changed = (list: string): MethodFacts =>
  notification("server", `${list}.listChanged`);

/**
 * Returns a validation rule. The rule throws an error with the message `text`
 * unless `holds` accepts the value.
 */
export function rule(holds: (value: never) => boolean, text: string): Rule {
  return (value) => {
    if (!holds(value as never)) throw new Error(text);
  };
}

const NAMED = rule(
  ({ params }: { params?: { name?: unknown } }) =>
    typeof params?.name === "string",
  "params.name: expected string, got nothing",
);

const LEVELLED = rule(
  ({ params }: { params?: { level?: unknown } }) =>
    LOG_LEVELS.includes(params?.level as string),
  "params.level: expected a level",
);

const METHODS = {
  initialize: request("client"),
  ping: request("either"),
  "server/discover": request("client"),
  "subscriptions/listen": request("client"),
  "tools/list": {
    ...request("client", "tools"),
    result: rule(
      ({ tools }: { tools?: unknown }) => Array.isArray(tools),
      "tools: expected array, got nothing",
    ),
  },
  "tools/call": { ...request("client", "tools"), message: NAMED },
  "resources/list": request("client", "resources"),
  "resources/read": request("client", "resources"),
  "resources/templates/list": request("client", "resources"),
  "resources/subscribe": request("client", "resources.subscribe"),
  "resources/unsubscribe": request("client", "resources.subscribe"),
  "prompts/list": request("client", "prompts"),
  "prompts/get": { ...request("client", "prompts"), message: NAMED },
  "completion/complete": request("client", "completions"),
  "logging/setLevel": { ...request("client", "logging"), message: LEVELLED },
  "sampling/createMessage": request("server", "sampling"),
  "roots/list": request("server", "roots"),
  "elicitation/create": request("server", "elicitation"),
  "notifications/initialized": notification("client"),
  "notifications/cancelled": notification("either"),
  "notifications/progress": notification("either"),
  "notifications/message": notification("server", "logging"),
  "notifications/subscriptions/acknowledged": notification("server"),
  "notifications/elicitation/complete": notification("server"),
  "notifications/prompts/list_changed": changed("prompts"),
  "notifications/tools/list_changed": changed("tools"),
  "notifications/resources/list_changed": changed("resources"),
  "notifications/resources/updated": notification(
    "server",
    "resources.subscribe",
  ),
  "tasks/get": request("either", "tasks"),
  "tasks/result": request("either", "tasks"),
  "tasks/list": request("either", "tasks.list"),
  "tasks/cancel": request("either", "tasks.cancel"),
  "notifications/tasks/status": notification("either", "tasks"),
};

const BASE = {
  version: "2000-01-01",
  methods: METHODS,
  cacheable: ["tools/list", "server/discover"],
  batches: false,
  batch: refuseBatch,
  anonymousErrors: true,
  resourceNotFound: -32002,
  toolErrorsAreResults: true,
  http: { sessions: true, versionHeader: true, polling: false },
};

export const SERVER: Protocol = {
  ...BASE,
  side: "server",
  lifecycle: initializeServer,
};

export const CLIENT: Protocol = {
  ...BASE,
  side: "client",
  lifecycle: initializeClient,
};

export const BATCH_SERVER: Protocol = {
  ...SERVER,
  batches: true,
  batch: runBatch,
};

export const STATELESS_SERVER: Protocol = {
  ...SERVER,
  lifecycle: statelessServer,
};

export const STATELESS_CLIENT: Protocol = {
  ...CLIENT,
  lifecycle: statelessClient,
};
