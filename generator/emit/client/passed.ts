/** What `client.ts` passes on of the runtime. */
import { offers, modelsOf, type EmitContext } from "../context.js";
import { hasPing } from "../protocol/protocol-facts.js";
import type { PassedOn } from "../protocol/side-page.js";
import { speaksTasks, TASK_NAMES } from "../protocol/tasks.js";
import type { ClientPart } from "./parts.js";

const HOST_NAMES =
  "auditFile Audit AuditEntry AuditFileOptions Decision ConfigError " +
  "parseServers ConfigOptions ConfigProblem ServerConfigs Consent " +
  "ConsentHooks ConsentStore ListName joinName joinUri splitName splitUri " +
  "ServerState HttpServerConfig ServerConfig StdioServerConfig ConnectReport " +
  "HostLimits HostSettings HostOf";

export function passedOn(
  context: EmitContext,
  parts: readonly ClientPart[],
  has: Readonly<Record<"outputs" | "cache" | "hosts", boolean>>,
): PassedOn {
  const http = offers(context, "client", "http");
  const stdio = offers(context, "client", "stdio");
  return [
    "ConnectionError McpError",
    http && "http",
    offers(context, "client", "memory") && "memory",
    stdio && "spawn",
    http && "Fetch HttpChallenge HttpClientOptions",
    ...parts.map(({ passed }) => passed),
    modelsOf(context).some(hasPing) && "pings HealthCheck HealthOptions",
    has.outputs && "OutputValidator",
    // What is reached in memory alone is the program's own server.
    has.outputs && (http || stdio) && "outputValidator",
    has.cache && "resultCache type:ResultCache ResultCacheOptions",
    speaksTasks(context) && TASK_NAMES,
    has.hosts && HOST_NAMES,
    "CustomMethod CustomMethods Validator Capabilities Peer PeerInfo",
    "ClientLimits UnknownValue Progress RequestOptions",
    stdio && "SpawnOptions",
    "Origin Receiver Transport Message ConnectionFault",
  ];
}
