/** Negotiation of the protocol revision by a client. */
import {
  ConnectionError,
  isStatelessCode,
  McpError,
  noCommonVersionError,
  unsupportedVersionError,
} from "../json-rpc/messages/errors.js";
import { MAX_TIMEOUT, TIMEOUT } from "../json-rpc/constants.js";
import { isObject } from "../validation/guards.js";
import { handshake } from "../protocol/initialize/client.js";
import { storePeer } from "../protocol/stateless/client.js";
import { isStateless } from "./revision-binding.js";
import type { ConnectionFault } from "../json-rpc/messages/errors.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { RevisionEndpoint } from "./endpoint.js";
import type { RequestOptions } from "../json-rpc/requests.js";
import type { Transport } from "../transport/transport.js";

export interface Negotiation {
  /** Time to wait for the answer to `server/discover`, in milliseconds. */
  readonly timeout: number;
  /**
   * Servers that are known to require a handshake. A server is identified by
   * its address, or by its transport if it has no address.
   */
  readonly legacyServers: Set<string | Transport>;
  /**
   * Callback invoked if the server received `server/discover` and later
   * rejected the handshake or closed the connection. The client may then start
   * the server again without `server/discover`.
   */
  readonly failed: (transport: Transport) => void;
}

/**
 * Options for one step of an operation. All steps of the operation share one
 * timeout.
 */
interface SharedTimeout extends RequestOptions {
  /** Timeout of the whole operation, for error messages, in milliseconds. */
  readonly whole?: number;
}

/**
 * Opens a connection in the newest revision that both sides support.
 *
 * @throws ConnectionError if the two sides have no revision in common.
 */
export async function negotiate(
  connection: Connection,
  endpoints: readonly RevisionEndpoint[],
  options: SharedTimeout,
  { timeout, legacyServers, failed }: Negotiation,
): Promise<void> {
  const start = performance.now();
  const stateless = endpoints.filter(({ binding }) => isStateless(binding));
  const legacy = endpoints.filter(({ binding }) => !isStateless(binding));
  const { transport } = connection;
  const serverKey = transport.address ?? transport;
  let remaining: readonly RevisionEndpoint[] = legacy;
  const asked = stateless.length > 0 && !legacyServers.has(serverKey);
  // `transport.again` is defined only if the transport starts a process. The
  // process may still be starting. `server/discover` may use at most half of
  // the timeout for connecting, so that time remains for the handshake.
  const starts = transport.again !== undefined;
  const { timeout: total = starts ? TIMEOUT : Infinity } = options;
  const limit = Math.min(timeout, starts ? total / 2 : total);
  const limited = { ...options, timeout: limit };
  let silent = false;
  if (asked) {
    const found = await discover(
      connection,
      stateless,
      legacy,
      legacy.length === 0 ? options : limited,
    );
    if (found.open) return;
    remaining = found.remaining;
    silent = isFault(found.problem, "timeout");
  }
  const left = starts ? withinRest(options, start) : options;
  try {
    await performHandshake(connection, remaining, left);
  } catch (error) {
    if (left.whole !== undefined && isFault(error, "timeout")) {
      const { name } = transport;
      const hint = name ? `. Check that ${name} is an MCP server` : "";
      const text = `No answer to initialize within ${left.whole} ms${hint}`;
      throw new ConnectionError("timeout", text, error);
    }
    const rejected = error instanceof McpError;
    if (rejected && stateless.length > 0 && (silent || !asked || !starts)) {
      // The server may support only revisions without a handshake, and may not
      // have answered `server/discover` because it was starting. Therefore
      // `server/discover` is sent again.
      const again = starts ? limited : options;
      const late = discover(connection, stateless, [], again);
      if (await late.then(({ open }) => open).catch(() => false)) return;
    }
    if (asked && (rejected || isFault(error, "closed"))) failed(transport);
    throw error;
  }
  if (typeof serverKey === "string") legacyServers.add(serverKey);
}

/**
 * Returns `options` with timeouts that are reduced by the time since `start`.
 * In this way, the steps of an operation share one timeout.
 */
export function withinRest(
  options: SharedTimeout,
  start: number,
): SharedTimeout {
  const { timeout = TIMEOUT, maxTimeout = MAX_TIMEOUT } = options;
  const passed = Math.round(performance.now() - start);
  const left = (time: number): number => Math.max(0, time - passed);
  return {
    whole: Math.min(timeout, maxTimeout),
    ...options,
    timeout: left(timeout),
    maxTimeout: left(maxTimeout),
  };
}

function isFault(error: unknown, fault: ConnectionFault): boolean {
  return error instanceof ConnectionError && error.fault === fault;
}

function isUnauthorized(problem: unknown): boolean {
  return (
    problem instanceof ConnectionError &&
    problem.cause instanceof Error &&
    problem.cause.name === "OAuthError"
  );
}

/**
 * Outcome of `server/discover`. If the connection is not open, `remaining`
 * contains the endpoints for a handshake attempt, and `problem` is the error,
 * if any.
 */
interface Discovery {
  readonly open: boolean;
  readonly remaining: readonly RevisionEndpoint[];
  readonly problem?: unknown;
}

/**
 * Sends `server/discover` until the server accepts a revision. Then the
 * connection is open in that revision.
 */
async function discover(
  connection: Connection,
  stateless: readonly RevisionEndpoint[],
  legacy: readonly RevisionEndpoint[],
  options: RequestOptions,
): Promise<Discovery> {
  let endpoint = stateless[0] as RevisionEndpoint;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await askVersion(connection, endpoint, options);
    const { supported, problem } = answer;
    if (answer.open) return { open: true, remaining: [] };
    connection.phase = "new";
    options.signal?.throwIfAborted();
    if (supported === undefined) {
      // The user did not authorize the client. The handshake is not tried,
      // because the user would be asked to sign in again.
      if (isUnauthorized(problem)) throw problem;
      if (legacy.length > 0) return { open: false, remaining: legacy, problem };
      throw refusedVersion(endpoint, problem);
    }
    const shared = (list: readonly RevisionEndpoint[]): RevisionEndpoint[] =>
      list.filter(({ binding }) => supported.includes(binding.version));
    // Some servers reject a revision with an error that lists the revision as
    // supported. Such a revision is tried again.
    const [next] = shared(stateless);
    if (next === undefined || attempt > stateless.length) {
      const remaining = shared(legacy);
      if (remaining.length > 0) return { open: false, remaining };
      throw noCommonVersionError(supported, endpoint.versions, problem);
    }
    endpoint = next;
  }
}

interface DiscoverAnswer {
  readonly open: boolean;
  /**
   * Revisions that the server supports. Undefined if the server does not know
   * `server/discover`.
   */
  readonly supported?: readonly unknown[] | undefined;
  readonly problem?: unknown;
}

async function askVersion(
  connection: Connection,
  endpoint: RevisionEndpoint,
  options: RequestOptions,
): Promise<DiscoverAnswer> {
  connection.endpoint = endpoint;
  connection.phase = "open";
  try {
    const asked = connection.request("server/discover", undefined, options);
    const found = (await asked) as { supportedVersions: readonly string[] };
    const supported = found.supportedVersions;
    const open = supported.includes(endpoint.binding.version);
    if (open) storePeer(connection, found);
    return { open, supported };
  } catch (problem) {
    const modern = problem instanceof McpError && isStatelessCode(problem.code);
    const supported = modern ? getSupported(problem) : undefined;
    return { open: false, supported, problem };
  }
}

/**
 * Sends `initialize` with the newest revision of the given endpoints. Then
 * switches the connection to the revision in the server's answer.
 */
async function performHandshake(
  connection: Connection,
  endpoints: readonly RevisionEndpoint[],
  options: RequestOptions,
): Promise<void> {
  const newest = endpoints[0] as RevisionEndpoint;
  connection.endpoint = newest;
  await handshake(connection, options, (version) => {
    const answered = endpoints.find(
      ({ binding }) => binding.version === version,
    );
    if (answered) connection.endpoint = answered;
    return answered !== undefined;
  });
}

/** Returns the supported revisions from the data of an error. */
function getSupported({ data }: McpError): readonly unknown[] {
  const supported = isObject(data) ? data.supported : undefined;
  return Array.isArray(supported) ? supported : [];
}

function refusedVersion(
  { versions }: RevisionEndpoint,
  problem: unknown,
): unknown {
  return problem instanceof McpError
    ? unsupportedVersionError(versions.join(", "), problem)
    : problem;
}
