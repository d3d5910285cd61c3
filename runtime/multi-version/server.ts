import type { EndpointOptions } from "../protocol/endpoint-options.js";
import { isObject } from "../validation/guards.js";
import { declare } from "../protocol/capabilities.js";
import { ServerCore } from "../protocol/server-core.js";
import { getMeta, VERSION } from "../json-rpc/messages/meta.js";
import { withSupportedCode } from "../protocol/codes.js";
import { isStateless } from "./revision-binding.js";
import { RevisionEndpoint } from "./endpoint.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { RequestMessage } from "../json-rpc/messages/messages.js";
import type { RevisionBinding, RevisionBindings } from "./revision-binding.js";
import type { Extend } from "../protocol/handlers/extension.js";
import type { Handlers, Lifecycle } from "../protocol/lifecycle.js";
import type { PeerInfo } from "../protocol/connection/peer.js";

/**
 * Server that supports several revisions. The `initialize` request of a client
 * negotiates the revision of the connection. In revisions without a handshake,
 * each request contains its revision.
 */
export class MultiVersionServer extends ServerCore {
  constructor(
    bindings: RevisionBindings,
    info: PeerInfo,
    handlers: Handlers,
    options: EndpointOptions,
  ) {
    const [first] = createServerEndpoints(bindings, info, handlers, options);
    super(first.protocol, info, handlers, options, first);
  }
}

/**
 * Returns an endpoint (server for one revision) for each revision. An endpoint
 * passes each request to the endpoint for the revision that the request uses.
 */
function createServerEndpoints(
  bindings: RevisionBindings,
  info: PeerInfo,
  handlers: Handlers,
  options: EndpointOptions,
): [RevisionEndpoint, ...RevisionEndpoint[]] {
  const versions = bindings.map(({ version }) => version);
  const endpoints = bindings.map((binding) => {
    const lifecycle = createLifecycle(binding, bindings);
    const both = {
      ...binding,
      lifecycle,
      extend: declaringSubscriptions(binding),
    };
    return new RevisionEndpoint(
      both,
      bindings[0],
      versions,
      info,
      handlers,
      options,
    );
  });
  const stateless = endpoints.filter(({ binding }) => isStateless(binding));
  const withHandshake = endpoints.filter(
    ({ binding }) => !isStateless(binding),
  );
  const watched = new WeakSet<object>();
  const selectEndpoint = (
    connection: Connection,
    message: RequestMessage,
  ): RevisionEndpoint => {
    const { method } = message;
    const here = connection.endpoint as RevisionEndpoint;
    const version = getMeta(message.params)[VERSION];
    if (typeof version === "string" || method === "server/discover") {
      return findEndpoint(stateless, version) ?? here;
    }
    if (connection.phase !== "new") return here;
    // MCP allows `ping` before `initialize`. No revision is negotiated then, so
    // the newest revision with a handshake answers it.
    if (method === "ping") return withHandshake[0] ?? here;
    if (method !== "initialize") return here;
    const requested =
      isObject(message.params) && message.params.protocolVersion;
    const next = findEndpoint(withHandshake, requested);
    if (next === undefined) return here;
    connection.endpoint = next;
    if (watched.delete(connection)) options.health?.(connection);
    return next;
  };
  for (const endpoint of endpoints) {
    endpoint.selectEndpoint = selectEndpoint;
    endpoint.all = endpoints;
    // A health check starts only after the revision of the connection was
    // negotiated.
    endpoint.health = (connection) => void watched.add(connection);
  }
  return endpoints as [RevisionEndpoint, ...RevisionEndpoint[]];
}

/**
 * Returns the endpoint (server for one revision) for `version`. For an
 * unsupported version, returns the endpoint for the newest revision.
 */
function findEndpoint(
  endpoints: readonly RevisionEndpoint[],
  version: unknown,
): RevisionEndpoint | undefined {
  return (
    endpoints.find(({ binding }) => binding.version === version) ?? endpoints[0]
  );
}

/**
 * Returns the functions with which a multi-version server handles the lifecycle
 * of one revision. A connection that began with a handshake may also carry
 * requests of a revision without a handshake.
 */
function createLifecycle(
  binding: RevisionBinding,
  bindings: RevisionBindings,
): Lifecycle {
  const lifecycle = { ...binding.lifecycle, convertError: withSupportedCode };
  const other = bindings.find(isStateless)?.lifecycle;
  if (other === undefined) return lifecycle;
  if (isStateless(binding)) {
    // A connection is created before its revision is known. Therefore it uses
    // `Requests` and `receiver` of a revision with sessions, in which servers
    // can also send requests.
    const { Requests, receiver } = (
      bindings.find((candidate) => !isStateless(candidate)) ?? binding
    ).lifecycle;
    return { ...lifecycle, Requests, ...(receiver && { receiver }) };
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
 * Returns a function that declares the capability `resources.subscribe` for
 * revisions without a handshake. In these revisions, clients subscribe with
 * `subscriptions/listen`.
 */
function declaringSubscriptions(binding: RevisionBinding): Extend {
  return (endpoint, handlers, capabilities) => {
    if (isStateless(binding) && handlers["resources/subscribe"]) {
      declare(capabilities, "resources.subscribe");
    }
    return binding.extend?.(endpoint, handlers, capabilities) ?? handlers;
  };
}
