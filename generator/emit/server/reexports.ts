/** Selects the names that `server.ts` re-exports from the runtime. */
import { includesFeature, type EmitContext } from "../context.js";
import {
  findRequestMap,
  hasMethod,
  getNotifications,
} from "../facts/protocol-facts.js";
import { getTaskNames } from "../facts/tasks.js";
import { names } from "../print/pieces.js";
import type { ServerPart } from "./parts.js";

/** Returns the names that `server.ts` re-exports from the runtime. */
export function getReexports(
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
  const has = (name: string): boolean =>
    parts.some((part) => part.name === name);
  const http = facts.hasHttp;
  const stdio = includesFeature(context, "server", "stdio");
  const oauth = includesFeature(context, "server", "oauth");
  const shared = includesFeature(context, "server", "shared");
  const ofParts = parts.flatMap(({ reexports }) => reexports).join(" ");
  // Whether the revision has the error -32042, which asks the client to send
  // the user to a URL.
  const asksForUrl = hasMethod(
    getNotifications(model, "server"),
    "notifications/elicitation/complete",
  );
  return names`ConnectionError McpError
    ${http && "memoryEventStore forwardedFor AuthError"}
    ${http && !facts.polling && "fetchHandler listen nodeHandler"}
    ${oauth && "jwt introspection dpopProofs scopesFor"}
    ${shared && (facts.polling ? "redis" : "statelessRedis=redis")}
    ${shared && "RedisOptions RedisClient SharedState"}
    ${shared && facts.hasTasks && "redisTasks RedisTasksOptions"}
    ${includesFeature(context, "server", "memory") && "memory"}
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
    ${getTaskNames(context, "server")}
    CustomMethod CustomMethods Validator Capabilities Peer PeerInfo Limits AskOptions
    ${findRequestMap(model, "elicitation/create") && "ElicitOptions FormAnswer"}
    ${facts.stateful && "StateKey StateOptions"}
    Progress RequestOptions
    ${has("tools") && "StandardSchemaLike FormatAssertion FormatTest SchemaIssue"}
    ${has("tools") && "SchemaValidator assertFormats"}
    ${stdio && "StdioOptions"}
    Origin Receiver Transport Message ConnectionFault
    ${has("resources") && "TemplateMatch"}`;
}
