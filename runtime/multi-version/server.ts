import { isObject } from "../validation/guards.js";
import { declare } from "../protocol/capabilities.js";
import { ServerCore } from "../protocol/server-core.js";
import { metaOf, VERSION } from "../json-rpc/messages/meta.js";
import { inItsCodes } from "../protocol/codes.js";
import { standsAlone } from "./revision-binding.js";
import { EraEndpoint } from "./endpoint.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { RequestMessage } from "../json-rpc/messages/messages.js";
import type { EndpointOptions } from "../protocol/endpoint.js";
import type { Era, Eras } from "./revision-binding.js";
import type { Extend } from "../protocol/handlers/extension.js";
import type { Handlers, Lifecycle } from "../protocol/lifecycle.js";
import type { PeerInfo } from "../protocol/connection/peer.js";

/**
 * Server of several revisions, newest first. A connection speaks the revision
 * that the client's `initialize` negotiates. A request without a handshake
 * names its revision itself.
 */
export class ErasServer extends ServerCore {
  constructor(
    eras: Eras,
    info: PeerInfo,
    handlers: Handlers,
    options: EndpointOptions,
  ) {
    const [first] = serverEndpoints(eras, info, handlers, options);
    super(first.protocol, info, handlers, options, first);
  }
}

/** Returns an endpoint for each revision. Each selects among all of them. */
function serverEndpoints(
  eras: Eras,
  info: PeerInfo,
  handlers: Handlers,
  options: EndpointOptions,
): [EraEndpoint, ...EraEndpoint[]] {
  const versions = eras.map(({ version }) => version);
  const endpoints = eras.map((era) => {
    const lifecycle = spanning(era, eras);
    const both = { ...era, lifecycle, extend: offersSubscriptions(era) };
    return new EraEndpoint(both, eras[0], versions, info, handlers, options);
  });
  const alone = endpoints.filter(({ era }) => standsAlone(era));
  const opened = endpoints.filter(({ era }) => !standsAlone(era));
  const watched = new WeakSet<object>();
  const choose = (
    connection: Connection,
    message: RequestMessage,
  ): EraEndpoint => {
    const { method } = message;
    const here = connection.endpoint as EraEndpoint;
    const version = metaOf(message.params)[VERSION];
    if (typeof version === "string" || method === "server/discover") {
      return endpointFor(alone, version) ?? here;
    }
    if (connection.phase !== "new") return here;
    // MCP allows `ping` before `initialize`.
    if (method === "ping") return opened[0] ?? here;
    if (method !== "initialize") return here;
    const asked = isObject(message.params) && message.params.protocolVersion;
    const next = endpointFor(opened, asked);
    if (next === undefined) return here;
    connection.switchTo(next);
    if (watched.delete(connection)) options.health?.(connection);
    return next;
  };
  for (const one of endpoints) {
    one.choose = choose;
    one.all = endpoints;
    // Health checks start once the revision is negotiated.
    one.health = (connection) => void watched.add(connection);
  }
  return endpoints as [EraEndpoint, ...EraEndpoint[]];
}

/**
 * Returns the endpoint of a revision, or of the newest one if that revision is
 * not supported.
 */
function endpointFor(
  endpoints: readonly EraEndpoint[],
  version: unknown,
): EraEndpoint | undefined {
  return endpoints.find(({ era }) => era.version === version) ?? endpoints[0];
}

/**
 * Returns the lifecycle of a revision. A connection with a handshake may also
 * carry requests of a revision without one.
 */
function spanning(era: Era, eras: Eras): Lifecycle {
  const lifecycle = { ...era.lifecycle, refusal: inItsCodes };
  const other = eras.find(standsAlone)?.lifecycle;
  if (other === undefined) return lifecycle;
  if (standsAlone(era)) {
    // The connection is created before its revision is known.
    const { Requests } = (eras.find((one) => !standsAlone(one)) ?? era)
      .lifecycle;
    return { ...lifecycle, Requests };
  }
  return {
    ...lifecycle,
    broadcast(connection, method, params) {
      lifecycle.broadcast(connection, method, params);
      other.broadcast(connection, method, params);
    },
    closing(connection) {
      lifecycle.closing?.(connection);
      return other.closing?.(connection);
    },
  };
}

/**
 * Declares `resources.subscribe` for revisions without a handshake, where
 * clients subscribe with `subscriptions/listen`.
 */
function offersSubscriptions(era: Era): Extend {
  return (endpoint, handlers, capabilities) => {
    if (standsAlone(era) && handlers["resources/subscribe"]) {
      declare(capabilities, "resources.subscribe");
    }
    return era.extend?.(endpoint, handlers, capabilities) ?? handlers;
  };
}
