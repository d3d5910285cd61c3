/** What `server.ts` passes on of the runtime. */
import { offers, modelsOf, type EmitContext } from "../context.js";
import {
  askedIn,
  hasMethod,
  hasPing,
  notificationsOf,
} from "../protocol/protocol-facts.js";
import type { PassedOn } from "../protocol/side-page.js";
import { speaksTasks, TASK_NAMES } from "../protocol/tasks.js";
import type { Feature } from "./features.js";

export function passedOn(
  context: EmitContext,
  features: readonly Feature[],
  stateful: boolean,
): PassedOn {
  const { model } = context;
  const has = (name: string): boolean =>
    features.some((feature) => feature.name === name);
  const http = offers(context, "server", "http");
  const stdio = offers(context, "server", "stdio");
  const pages = hasMethod(
    notificationsOf(model, "server"),
    "notifications/elicitation/complete",
  );
  return [
    "ConnectionError McpError",
    http && "memoryEventStore fetchHandler listen nodeHandler",
    offers(context, "server", "memory") && "memory",
    "paginate",
    stdio && "stdio",
    has("resources") && "fileResources FileResource FileResourcesOptions",
    has("tools") && "SchemaError",
    // The error by which a request asks for a visit of a page first.
    pages && "urlElicitationRequired UrlElicitation",
    ...features.map(({ passed }) => passed),
    "Caller GuardSettings Page",
    http && "EventStore EventStoreOptions Replayed StoredEvent HttpAuth",
    http && "Principal ResourceMetadata FetchHandler ListenOptions Listening",
    http && "NodeHandler NodeRequest NodeResponse HttpOptions HttpRequest",
    modelsOf(context).some(hasPing) && "pings HealthCheck HealthOptions",
    speaksTasks(context) && TASK_NAMES,
    "CustomMethod CustomMethods Validator Capabilities Peer PeerInfo Limits",
    "AskOptions",
    askedIn(model, "elicitation/create") !== null && "ElicitOptions",
    stateful && "StateKey StateOptions",
    "Progress RequestOptions",
    has("tools") && "StandardSchemaLike FormatAssertion FormatTest",
    has("tools") && "SchemaIssue SchemaValidator assertFormats",
    stdio && "StdioOptions",
    "Origin Receiver Transport Message ConnectionFault",
    has("resources") && "TemplateMatch",
  ];
}
